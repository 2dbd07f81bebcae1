// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import "./Escrow.sol";
import {EscrowPocket} from "./EscrowPocket.sol";

/// 2-of-3 escrow between a buyer, a seller and an arbiter. The hub has no owner, no upgrade and no pause, and holds no money:
/// each trade's deposit lies in a pocket whose address is made of the trade's terms. Who sends a call never matters. A move needs
/// signatures, which anyone may relay, or a deadline that has passed, which anyone may act on.
/// Long, and in one piece: every way by which money moves is read from top to bottom.
contract EscrowHub is EIP712("Sarraf Escrow", "1") {
    using EscrowTerms for Terms;

    address public immutable POCKET = address(new EscrowPocket());

    mapping(bytes32 tradeId => TradeState) public states;
    /// What could not be paid, in base units: it stays in the pocket for its creditor.
    mapping(bytes32 tradeId => mapping(uint256 leg => uint256)) public held;
    /// The redirects and rescues that were sent, by what was signed: each counts once.
    mapping(bytes32 digest => bool) public isUsed;

    /// For the time of a call: a payee that is called by its token must not start another payout.
    bool private transient isPaying;

    modifier nonReentrant() {
        if (isPaying) revert Reentered();
        isPaying = true;
        _;
        isPaying = false;
    }

    event RefundRequested(bytes32 indexed tradeId, address indexed pocket, uint256 refundAt);
    event PaidClaimed(bytes32 indexed tradeId, address indexed pocket);
    /// `released` is micro. Who was paid what, the token's own events say.
    event Settled(bytes32 indexed tradeId, address indexed pocket, Ending ending, uint256 released);
    event PayoutHeld(bytes32 indexed tradeId, uint256 leg, uint256 amount);
    event HeldPaid(bytes32 indexed tradeId, uint256 leg, address to, uint256 amount);
    event Swept(bytes32 indexed tradeId, address indexed token, address to, uint256 amount);

    // Terms

    function tradeIdOf(Terms calldata terms) external pure returns (bytes32) {
        return terms.tradeIdOf();
    }

    /// The trade's id, and the address that the seller deposits to.
    function pocketOf(Terms calldata terms) external view returns (bytes32 id, address pocket) {
        id = terms.tradeIdOf();
        pocket = _pocket(id);
    }

    function divide(Terms calldata terms, uint256 released) external pure returns (uint256 toBuyer, uint256 fee) {
        return terms.divide(released);
    }

    function depositOf(Terms calldata terms) external pure returns (uint256) {
        return terms.depositOf();
    }

    // Two votes

    /// The only way by which the buyer is paid: two roles sign the same number. The whole amount is a release, 0 a refund, and
    /// what lies between a split. Everything else in the pocket goes to the seller.
    function settle(
        Terms calldata terms,
        uint256 released,
        Vote calldata one,
        Vote calldata other
    ) external nonReentrant {
        (bytes32 id, address pocket) = _open(terms);
        if (one.role >= other.role || other.role > ARBITER_ROLE) revert BadVoters();
        address first = _voter(terms, id, pocket, released, one);
        address second = _voter(terms, id, pocket, released, other);
        if (first == second) revert BadVoters();
        if (other.role == ARBITER_ROLE && _isInTribunal(terms, one.role)) revert BadVoters();
        _settle(terms, id, pocket, Ending(one.role + other.role - 1), released);
    }

    // Deadlines

    /// The seller asks for the deposit after `payBy`; the buyer then has the challenge to answer, as time and as blocks. A request
    /// that was made before the deposit was whole can be made once more.
    function requestRefund(Terms calldata terms, uint256 validUntil, bytes calldata signature) external {
        (bytes32 id, address pocket) = _open(terms);
        TradeState storage state = states[id];
        if (block.timestamp < terms.payBy) revert TooEarly();
        if (state.claimed) revert PaymentClaimed();
        bool full = _balance(terms, pocket) >= terms.depositOf();
        if (state.refundAt != 0 && (state.full || !full)) revert RefundRunning();
        _checkSeller(terms, _digest(abi.encode(REFUND_REQUEST_TYPEHASH, id, pocket, validUntil)), validUntil, signature);
        state.full = full;
        state.refundAt = uint64(block.timestamp + terms.challengeOf());
        state.refundBlock = uint64(block.number + CHALLENGE_BLOCKS);
        emit RefundRequested(id, pocket, state.refundAt);
    }

    /// The buyer's signed claim, which anyone may send before the challenge is over, bars the refund by time until `finalAt`. It
    /// needs the whole deposit, at the request or now: there is nothing to pay for before.
    function claimPaid(Terms calldata terms, uint256 validUntil, bytes calldata signature) external {
        (bytes32 id, address pocket) = _open(terms);
        TradeState storage state = states[id];
        if (!state.full) {
            uint256 balance = _balance(terms, pocket);
            if (balance < terms.depositOf()) revert NotEnoughFunds(balance, terms.depositOf());
        }
        bytes32 digest = _digest(abi.encode(PAID_CLAIM_TYPEHASH, id, pocket, validUntil));
        _checkKey(terms.buyer, BUYER_ROLE, digest, validUntil, signature);
        if (state.claimed) revert PaymentClaimed();
        if (state.full && _isChallengeOver(state)) revert ChallengeOver();
        state.claimed = true;
        state.refundAt = 0;
        emit PaidClaimed(id, pocket);
    }

    /// The buyer did not answer. A clock that began on a pocket that was not full cannot end on one that is: the buyer may have
    /// paid since.
    function executeRefund(Terms calldata terms) external nonReentrant {
        (bytes32 id, address pocket) = _open(terms);
        TradeState memory state = states[id];
        if (state.refundAt == 0) revert NoRefundRequested();
        if (!_isChallengeOver(state)) revert TooEarly();
        if (!state.full && _balance(terms, pocket) >= terms.depositOf()) revert FundedSinceRequest();
        _settle(terms, id, pocket, Ending.RefundTimeout, 0);
    }

    function _isChallengeOver(TradeState memory state) private view returns (bool) {
        return block.timestamp >= state.refundAt && block.number >= state.refundBlock;
    }

    /// Nothing stays locked, even where the arbiter and a party are gone.
    function expire(Terms calldata terms) external nonReentrant {
        (bytes32 id, address pocket) = _open(terms);
        if (block.timestamp < terms.finalAt) revert TooEarly();
        _settle(terms, id, pocket, Ending.Expired, 0);
    }

    // What is left

    /// A payout that failed, once more to the address of the terms; a part of it where the issuer has destroyed the rest.
    function payHeld(Terms calldata terms, uint256 leg) external nonReentrant {
        if (terms.chainId != block.chainid) revert WrongChain();
        bytes32 id = terms.tradeIdOf();
        uint256 amount = held[id][leg];
        uint256 balance = _balance(terms, _pocket(id));
        _payHeld(terms, leg, _payee(terms, leg), amount > balance ? balance : amount);
    }

    /// The creditor alone may send its own held payout, or a part, elsewhere; for the seller that is the owner's key.
    function redirectHeld(
        Terms calldata terms,
        uint256 leg,
        address to,
        uint256 amount,
        uint256 validUntil,
        bytes calldata signature
    ) external nonReentrant {
        if (terms.chainId != block.chainid) revert WrongChain();
        bytes32 id = terms.tradeIdOf();
        bytes32 digest = _digest(abi.encode(REDIRECT_TYPEHASH, id, _pocket(id), leg, to, amount, validUntil));
        if (leg == BUYER_LEG) _checkKey(terms.buyer, BUYER_ROLE, digest, validUntil, signature);
        else if (leg == FEE_LEG) _checkAccount(terms.feeTo, FEE_ROLE, digest, validUntil, signature);
        else _checkKey(terms.seller, SELLER_ROLE, digest, validUntil, signature);
        _useOnce(digest);
        _payHeld(terms, leg, to, amount);
    }

    /// A late or second deposit of a settled trade, to the seller; held where it cannot be paid.
    function sweep(Terms calldata terms) external nonReentrant {
        if (terms.chainId != block.chainid) revert WrongChain();
        bytes32 id = terms.tradeIdOf();
        if (!states[id].settled) revert NotSettled();
        address pocket = _pocket(id);
        mapping(uint256 leg => uint256) storage owed = held[id];
        uint256 balance = _balance(terms, pocket);
        uint256 kept = owed[BUYER_LEG] + owed[FEE_LEG] + owed[SELLER_LEG];
        if (balance <= kept) revert NothingToPay();
        uint256 amount = balance - kept;
        uint256 paid = _pay(pocket, terms.token, balance, terms.sellerTo, amount);
        if (paid != 0) emit Swept(id, terms.token, terms.sellerTo, paid);
        if (paid == amount) return;
        owed[SELLER_LEG] += amount - paid;
        emit PayoutHeld(id, SELLER_LEG, amount - paid);
    }

    /// What was sent by mistake: another token, native coin (token 0), or anything on another chain. The owner's key says how much
    /// and where to. On the trade's own chain anyone may send it to `sellerTo` a year after `finalAt`.
    function rescue(
        Terms calldata terms,
        address token,
        address to,
        uint256 amount,
        uint256 validUntil,
        bytes calldata signature
    ) external nonReentrant {
        uint256 deposited = _atHome(terms);
        _rescue(terms, token, to, amount, validUntil, signature);
        // Money and not addresses are compared: a token can have a second entrance.
        if (_atHome(terms) < deposited) revert TradeToken();
    }

    function _rescue(
        Terms calldata terms,
        address token,
        address to,
        uint256 amount,
        uint256 validUntil,
        bytes calldata signature
    ) private {
        bytes32 id = terms.tradeIdOf();
        address pocket = _pocket(id);
        _ensure(id, pocket);
        if (terms.chainId != block.chainid || to != terms.sellerTo || !_isAbandoned(terms)) {
            bytes32 digest = _digest(abi.encode(RESCUE_TYPEHASH, id, pocket, token, to, amount, validUntil));
            _checkKey(terms.seller, SELLER_ROLE, digest, validUntil, signature);
            _useOnce(digest);
        }
        uint256 balance = token == address(0) ? pocket.balance : IERC20(token).balanceOf(pocket);
        if (amount == 0 || amount > balance) revert NothingToPay();
        if (to == address(0) || to == pocket) revert BadPayee();
        bool isPaid = token == address(0)
            ? EscrowPocket(pocket).payNative(to, amount)
            : _pay(pocket, token, balance, to, amount) == amount;
        if (!isPaid) revert TransferFailed();
        emit Swept(id, token, to, amount);
    }

    function _isAbandoned(Terms calldata terms) private view returns (bool) {
        return block.timestamp >= terms.finalAt && block.timestamp - terms.finalAt >= UNSIGNED_RESCUE_AFTER;
    }

    /// What the pocket holds of the trade's token on the trade's own chain; 0 where the terms name no token, so that what else is
    /// there can still be rescued.
    function _atHome(Terms calldata terms) private view returns (uint256) {
        if (terms.chainId != block.chainid) return 0;
        if (terms.token.code.length == 0) return 0;
        return _balance(terms, _pocket(terms.tradeIdOf()));
    }

    // Inside

    function _open(Terms calldata terms) private view returns (bytes32 id, address pocket) {
        if (terms.chainId != block.chainid) revert WrongChain();
        id = terms.tradeIdOf();
        if (states[id].settled) revert AlreadySettled();
        pocket = _pocket(id);
    }

    function _settle(
        Terms calldata terms,
        bytes32 id,
        address pocket,
        Ending ending,
        uint256 released
    ) private {
        uint256[3] memory amount;
        (amount[BUYER_LEG], amount[FEE_LEG]) = terms.divide(released);
        amount[BUYER_LEG] *= terms.unit;
        amount[FEE_LEG] *= terms.unit;
        uint256 need = amount[BUYER_LEG] + amount[FEE_LEG];
        uint256 balance = _balance(terms, pocket);
        if (balance < need) revert NotEnoughFunds(balance, need);
        unchecked {
            amount[SELLER_LEG] = balance - need;
        }
        states[id].settled = true;
        _ensure(id, pocket);
        uint256[3] memory unpaid = EscrowPocket(pocket).pay(
            IERC20(terms.token),
            balance,
            [terms.buyerTo, terms.feeTo, terms.sellerTo],
            amount
        );
        for (uint256 leg; leg < 3; ++leg) {
            if (unpaid[leg] == 0) continue;
            held[id][leg] = unpaid[leg];
            emit PayoutHeld(id, leg, unpaid[leg]);
        }
        emit Settled(id, pocket, ending, released);
    }

    function _payHeld(Terms calldata terms, uint256 leg, address to, uint256 amount) private {
        bytes32 id = terms.tradeIdOf();
        if (amount == 0 || amount > held[id][leg]) revert NothingToPay();
        address pocket = _pocket(id);
        // Back in the pocket it would no longer be held, and the next sweep would give it to the seller.
        if (to == address(0) || to == pocket) revert BadPayee();
        uint256 paid = _pay(pocket, terms.token, _balance(terms, pocket), to, amount);
        if (paid == 0) revert TransferFailed();
        held[id][leg] -= paid;
        emit HeldPaid(id, leg, to, paid);
    }

    function _pay(
        address pocket,
        address token,
        uint256 balance,
        address to,
        uint256 amount
    ) private returns (uint256 paid) {
        address[3] memory payees = [to, address(0), address(0)];
        return amount - EscrowPocket(pocket).pay(IERC20(token), balance, payees, [amount, 0, 0])[0];
    }

    function _payee(Terms calldata terms, uint256 leg) private pure returns (address) {
        return leg == BUYER_LEG ? terms.buyerTo : leg == FEE_LEG ? terms.feeTo : terms.sellerTo;
    }

    function _balance(Terms calldata terms, address pocket) private view returns (uint256) {
        return IERC20(terms.token).balanceOf(pocket);
    }

    function _pocket(bytes32 id) private view returns (address) {
        return Clones.predictDeterministicAddress(POCKET, id);
    }

    function _ensure(bytes32 id, address pocket) private {
        if (pocket.code.length == 0) Clones.cloneDeterministic(POCKET, id);
    }

    // Signatures

    function _digest(bytes memory encoded) private view returns (bytes32) {
        return _hashTypedDataV4(keccak256(encoded));
    }

    function _voter(
        Terms calldata terms,
        bytes32 id,
        address pocket,
        uint256 released,
        Vote calldata vote
    ) private view returns (address) {
        (uint256 role, uint256 validAfter, uint256 validUntil) = (vote.role, vote.validAfter, vote.validUntil);
        if (block.timestamp < validAfter) revert NotYetValid();
        bytes32 digest = _digest(
            abi.encode(VOTE_TYPEHASH, id, pocket, role, terms.token, terms.amount, released, validAfter, validUntil)
        );
        if (role == SELLER_ROLE) return _checkSeller(terms, digest, validUntil, vote.signature);
        if (role == ARBITER_ROLE) {
            if (validUntil > validAfter + MAX_ARBITER_VOTE) revert VoteTooLong();
            return _checkAccount(terms.arbiter, ARBITER_ROLE, digest, validUntil, vote.signature);
        }
        return _checkKey(terms.buyer, BUYER_ROLE, digest, validUntil, vote.signature);
    }

    function _useOnce(bytes32 digest) private {
        if (isUsed[digest]) revert SignatureUsed();
        isUsed[digest] = true;
    }

    /// A party signs with a key. A contract wallet could take its word back by changing its owner.
    function _checkKey(
        address key,
        uint256 role,
        bytes32 digest,
        uint256 validUntil,
        bytes calldata signature
    ) private view returns (address) {
        if (block.timestamp > validUntil) revert SignatureExpired();
        if (key == address(0) || _signer(digest, signature) != key) revert BadSignature(role);
        return key;
    }

    /// Any of the seller's keys; which one it was counts where two votes must come from two keys.
    function _checkSeller(
        Terms calldata terms,
        bytes32 digest,
        uint256 validUntil,
        bytes calldata signature
    ) private view returns (address signer) {
        if (block.timestamp > validUntil) revert SignatureExpired();
        signer = _signer(digest, signature);
        if (signer == address(0)) revert BadSignature(SELLER_ROLE);
        if (signer != terms.seller && signer != terms.seller2 && signer != terms.seller3) {
            revert BadSignature(SELLER_ROLE);
        }
    }

    /// A key or a contract (ERC-1271), for the arbiter and the recipient of the fee. A plain signature first: an account that
    /// delegates to code (EIP-7702) has code and still signs as a key.
    function _checkAccount(
        address account,
        uint256 role,
        bytes32 digest,
        uint256 validUntil,
        bytes calldata signature
    ) private view returns (address) {
        if (block.timestamp > validUntil) revert SignatureExpired();
        address signer = _signer(digest, signature);
        if (signer != address(0) && signer == account) return account;
        if (account.code.length == 0) revert BadSignature(role);
        if (!SignatureChecker.isValidERC1271SignatureNowCalldata(account, digest, signature)) {
            revert BadSignature(role);
        }
        return account;
    }

    /// Zero where the signature is malformed or its s is high.
    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address signer) {
        (signer, , ) = ECDSA.tryRecoverCalldata(digest, signature);
    }

    /// Whether a key of the party that votes beside the arbiter is also the arbiter or sits in the tribunal: one key never counts on both sides. An arbiter
    /// that does not know the question, as a Safe, has no such members.
    function _isInTribunal(Terms calldata terms, uint256 role) private view returns (bool) {
        if (role == BUYER_ROLE) return _isMember(terms.arbiter, terms.buyer);
        if (_isMember(terms.arbiter, terms.seller) || _isMember(terms.arbiter, terms.seller2)) return true;
        return _isMember(terms.arbiter, terms.seller3);
    }

    function _isMember(address arbiter, address key) private view returns (bool) {
        if (key == arbiter) return true;
        if (key == address(0) || arbiter.code.length == 0) return false;
        (bool isAnswered, bytes memory answer) = arbiter.staticcall(abi.encodeWithSignature("isMember(address)", key));
        return isAnswered && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }
}
