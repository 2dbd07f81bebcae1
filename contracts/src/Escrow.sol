// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// What a trade is held by: the terms that its address is made of, a vote, what the hub keeps of a trade, and every refusal.

/// All amounts are micro USDT (a millionth of one USDT); `unit` is how many base units of the token that is.
struct Terms {
    bytes32 ref; // unique for each trade
    uint256 chainId; // on any other chain, a deposit can only be sent where the seller signs
    address token;
    uint256 unit; // 1 for a token of 6 decimals, 1e12 for one of 18
    uint256 amount; // micro: what is traded
    uint256 feeBps; // of what is released, rounded down
    bool feeOnTop; // true: the seller is the taker and deposits the fee beside the amount; false: the buyer pays it
    address feeTo;
    address buyer; // the key that signs for the buyer
    address buyerTo; // where the buyer is paid, for example the deposit address of an exchange
    address seller; // the key of the seller who owns the deposit
    address seller2; // an employee's key, or zero; may vote and request a refund, never redirect
    address seller3; // as seller2
    address sellerTo; // where refunds and excess go, never "back to the sender"
    address arbiter; // a key, or a contract that answers ERC-1271, as the tribunal does
    uint256 payBy; // until then only two votes move the deposit
    uint256 challenge; // seconds that the buyer has to answer a refund request
    uint256 finalAt; // from then on anyone may return everything to the seller
}

/// A role's signature over what of the amount is released to the buyer.
struct Vote {
    uint256 role;
    uint256 validAfter;
    uint256 validUntil;
    bytes signature;
}

struct TradeState {
    bool settled;
    bool claimed; // the buyer has claimed on the chain that the payment was sent
    bool full; // the pocket held the whole deposit when the refund was requested
    uint64 refundAt; // 0: no refund requested
    uint64 refundBlock; // the first block in which the refund can be carried out
}

/// How a trade ended: by which two roles, in the order of the sum of their numbers, or by which deadline.
enum Ending {
    BuyerAndSeller,
    BuyerAndArbiter,
    SellerAndArbiter,
    RefundTimeout,
    Expired
}

uint256 constant BUYER_ROLE = 0;
uint256 constant SELLER_ROLE = 1;
uint256 constant ARBITER_ROLE = 2;
// Not a voter: it may only redirect a fee that is held.
uint256 constant FEE_ROLE = 3;

uint256 constant BUYER_LEG = 0;
uint256 constant FEE_LEG = 1;
uint256 constant SELLER_LEG = 2;

uint256 constant MAX_FEE_BPS = 100;
uint256 constant MIN_CHALLENGE = 1 hours;
uint256 constant MAX_CHALLENGE = 30 days;
// A chain that stood still for the whole challenge leaves the buyer so many blocks: 3 minutes on BSC, 10 on Polygon.
uint256 constant CHALLENGE_BLOCKS = 400;
// An arbiter's vote lasts no longer, so that none that was signed for now is at hand after a later round or change of members.
uint256 constant MAX_ARBITER_VOTE = 48 hours;
// After `finalAt`. Until then the seller alone says where to: `sellerTo` may be an exchange that does not take another token.
uint256 constant UNSIGNED_RESCUE_AFTER = 365 days;

bytes32 constant TERMS_TYPEHASH = keccak256(
    "Terms(bytes32 ref,uint256 chainId,address token,uint256 unit,uint256 amount,uint256 feeBps,bool feeOnTop,address feeTo,address buyer,address buyerTo,address seller,address seller2,address seller3,address sellerTo,address arbiter,uint256 payBy,uint256 challenge,uint256 finalAt)"
);
bytes32 constant VOTE_TYPEHASH = keccak256(
    "Vote(bytes32 tradeId,address escrow,uint256 role,address token,uint256 amount,uint256 released,uint256 validAfter,uint256 validUntil)"
);
bytes32 constant PAID_CLAIM_TYPEHASH = keccak256("PaidClaim(bytes32 tradeId,address escrow,uint256 validUntil)");
bytes32 constant REFUND_REQUEST_TYPEHASH =
    keccak256("RefundRequest(bytes32 tradeId,address escrow,uint256 validUntil)");
bytes32 constant REDIRECT_TYPEHASH =
    keccak256("Redirect(bytes32 tradeId,address escrow,uint256 leg,address to,uint256 amount,uint256 validUntil)");
bytes32 constant RESCUE_TYPEHASH =
    keccak256("Rescue(bytes32 tradeId,address escrow,address token,address to,uint256 amount,uint256 validUntil)");

error WrongChain();
error AlreadySettled();
error NotSettled();
error BadVoters();
error BadSignature(uint256 role);
error NotYetValid();
error SignatureExpired();
error SignatureUsed();
error VoteTooLong();
error MoreThanTraded();
error NotEnoughFunds(uint256 have, uint256 need);
error TooEarly();
error PaymentClaimed();
error RefundRunning();
error NoRefundRequested();
error FundedSinceRequest();
error ChallengeOver();
error TradeToken();
error BadPayee();
error NothingToPay();
error TransferFailed();
error Reentered();

/// The arithmetic of a trade, which any reader of the terms can repeat.
library EscrowTerms {
    /// The terms' EIP-712 struct hash, and the salt of the trade's pocket.
    function tradeIdOf(Terms calldata terms) internal pure returns (bytes32) {
        return keccak256(abi.encode(TERMS_TYPEHASH, terms));
    }

    /// What of a release the buyer and the fee get, in micro: `divideEscrow` of domain/disputes/disputes.ts.
    /// Bad terms are clamped and not refused, so that a deposit that was made on them can still be returned.
    function divide(Terms calldata terms, uint256 released) internal pure returns (uint256 toBuyer, uint256 fee) {
        if (released > terms.amount) revert MoreThanTraded();
        uint256 bps = terms.feeBps > MAX_FEE_BPS ? MAX_FEE_BPS : terms.feeBps;
        if (terms.feeTo == address(0)) bps = 0;
        fee = (released * bps) / 10_000;
        toBuyer = terms.feeOnTop ? released : released - fee;
    }

    /// The whole deposit, in base units of the token.
    function depositOf(Terms calldata terms) internal pure returns (uint256) {
        (uint256 toBuyer, uint256 fee) = divide(terms, terms.amount);
        return (toBuyer + fee) * terms.unit;
    }

    function challengeOf(Terms calldata terms) internal pure returns (uint256) {
        if (terms.challenge < MIN_CHALLENGE) return MIN_CHALLENGE;
        return terms.challenge > MAX_CHALLENGE ? MAX_CHALLENGE : terms.challenge;
    }
}
