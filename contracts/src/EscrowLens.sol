// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import "./Escrow.sol";
import {EscrowHub} from "./EscrowHub.sol";

/// Reads only. It answers what a watcher asks of many trades at one block, and which rule new terms break.
contract EscrowLens {
    /// A buyer who sees the address must have time to pay.
    uint256 public constant MIN_PAY_TIME = 15 minutes;

    EscrowHub public immutable HUB;
    address private immutable POCKET;

    struct Trade {
        bool isCounted; // the token told the balance
        uint256 balance; // of the trade's token, in base units
        bool settled;
        bool claimed;
        bool full;
        uint64 refundAt;
        uint64 refundBlock;
        uint256[3] held; // by leg; read only once settled
    }

    constructor(EscrowHub hub) {
        HUB = hub;
        POCKET = hub.POCKET();
    }

    /// The state of trades in one token. The number and time are those of the block that was asked.
    function read(
        address token,
        bytes32[] calldata ids
    ) external view returns (uint256 number, uint256 time, Trade[] memory trades) {
        number = block.number;
        time = block.timestamp;
        trades = new Trade[](ids.length);
        for (uint256 i; i < ids.length; ++i) trades[i] = _read(token, ids[i]);
    }

    /// The first rule that the terms break, or "". A page shows a pocket's address only where this is empty. No path that moves
    /// money asks: a deposit on bad terms must stay refundable.
    function check(Terms calldata terms) external view returns (string memory) {
        if (terms.chainId != block.chainid) return "wrong_chain";
        if (terms.token.code.length == 0) return "token_without_code";
        if (terms.unit == 0 || terms.unit != _unitOf(terms.token)) return "unit";
        if (terms.amount == 0 || terms.amount > 1e15) return "amount";
        if (terms.buyer == address(0) || terms.seller == address(0) || terms.arbiter == address(0)) return "zero_key";
        if (_hasRepeatedKey(terms)) return "repeated_key";
        if (_isContract(terms.buyer) || _isContract(terms.seller)) return "contract_key";
        if (_isContract(terms.seller2) || _isContract(terms.seller3)) return "contract_key";
        if (_isPartyInTribunal(terms)) return "party_in_tribunal";
        if (terms.buyerTo == address(0) || terms.sellerTo == address(0)) return "zero_payee";
        (bytes32 id, address pocket) = HUB.pocketOf(terms);
        if (_isBadPayee(terms, terms.buyerTo, pocket)) return "bad_payee";
        if (_isBadPayee(terms, terms.sellerTo, pocket) || _isBadPayee(terms, terms.feeTo, pocket)) return "bad_payee";
        if (_isBlocked(terms.token, terms.buyerTo) || _isBlocked(terms.token, terms.sellerTo)) return "blocked";
        if (_isBlocked(terms.token, terms.feeTo) || _isBlocked(terms.token, pocket)) return "blocked";
        if (terms.feeBps > MAX_FEE_BPS || (terms.feeBps != 0 && terms.feeTo == address(0))) return "fee";
        if (terms.payBy < block.timestamp + MIN_PAY_TIME || terms.payBy > block.timestamp + 30 days) return "pay_by";
        if (terms.challenge < MIN_CHALLENGE || terms.challenge > 7 days) return "challenge";
        if (terms.finalAt < terms.payBy + terms.challenge + 7 days) return "final_at";
        if (terms.finalAt > terms.payBy + 180 days) return "final_at";
        return _settled(id) ? "settled" : "";
    }

    function _read(address token, bytes32 id) private view returns (Trade memory trade) {
        address pocket = Clones.predictDeterministicAddress(POCKET, id, address(HUB));
        // One that cannot be counted must not hide the others.
        (bool isAnswered, bytes memory answer) = token.staticcall(abi.encodeCall(IERC20.balanceOf, (pocket)));
        trade.isCounted = isAnswered && answer.length == 32;
        if (trade.isCounted) trade.balance = abi.decode(answer, (uint256));
        (trade.settled, trade.claimed, trade.full, trade.refundAt, trade.refundBlock) = HUB.states(id);
        if (!trade.settled) return trade;
        for (uint256 leg; leg < 3; ++leg) trade.held[leg] = HUB.held(id, leg);
    }

    function _settled(bytes32 id) private view returns (bool settled) {
        (settled, , , , ) = HUB.states(id);
    }

    /// Base units of a micro USDT: 1 for 6 decimals, 1e12 for 18. 0 for a token that does not say, or has fewer.
    function _unitOf(address token) private view returns (uint256) {
        (bool isAnswered, bytes memory answer) = token.staticcall(abi.encodeWithSignature("decimals()"));
        if (!isAnswered || answer.length != 32) return 0;
        uint256 decimals = abi.decode(answer, (uint256));
        return decimals < 6 || decimals > 18 ? 0 : 10 ** (decimals - 6);
    }

    function _hasRepeatedKey(Terms calldata terms) private pure returns (bool) {
        address[5] memory keys = [terms.buyer, terms.seller, terms.seller2, terms.seller3, terms.arbiter];
        for (uint256 i; i < 5; ++i) {
            for (uint256 j = i + 1; j < 5; ++j) if (keys[i] != address(0) && keys[i] == keys[j]) return true;
        }
        return false;
    }

    /// An account that delegates to code (EIP-7702) has 23 bytes of it, and still signs as a key.
    function _isContract(address key) private view returns (bool) {
        bytes memory code = key.code;
        return code.length != 0 && !(code.length == 23 && bytes3(code) == 0xef0100);
    }

    function _isPartyInTribunal(Terms calldata terms) private view returns (bool) {
        if (_isMember(terms.arbiter, terms.buyer) || _isMember(terms.arbiter, terms.seller)) return true;
        return _isMember(terms.arbiter, terms.seller2) || _isMember(terms.arbiter, terms.seller3);
    }

    /// As the hub asks it; an arbiter that does not know the question has no members.
    function _isMember(address arbiter, address key) private view returns (bool) {
        if (key == address(0) || arbiter.code.length == 0) return false;
        return _isTrue(arbiter, abi.encodeWithSignature("isMember(address)", key));
    }

    /// By the question that USDT0, USDC or Ethereum's USDT answers; a token that knows none of them blocks no address.
    function _isBlocked(address token, address account) private view returns (bool) {
        return
            _isTrue(token, abi.encodeWithSignature("isBlocked(address)", account)) ||
            _isTrue(token, abi.encodeWithSignature("isBlacklisted(address)", account)) ||
            _isTrue(token, abi.encodeWithSignature("isBlackListed(address)", account));
    }

    function _isTrue(address target, bytes memory question) private view returns (bool) {
        (bool isAnswered, bytes memory answer) = target.staticcall(question);
        return isAnswered && answer.length == 32 && abi.decode(answer, (uint256)) == 1;
    }

    function _isBadPayee(Terms calldata terms, address payee, address pocket) private view returns (bool) {
        return payee == pocket || payee == terms.token || payee == address(HUB) || payee == POCKET;
    }
}
