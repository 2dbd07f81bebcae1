// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../src/Escrow.sol";
import {EscrowHub} from "../../src/EscrowHub.sol";
import {Fixture} from "../support/Fixture.sol";
import {LikeBscUsdt, LikeEthereumUsdt, LikeUsdc, TokenModel} from "../tokens/Tokens.sol";

/// Six trades in three tokens, and what is known of each without asking the hub.
abstract contract World is Fixture {
    uint256 public constant N = 6;
    /// Its deposit was made for a trade of another chain.
    uint256 internal constant FOREIGN = 5;
    /// The buyer's key is also the seller's second key, and one of two members of the tribunal.
    uint256 internal constant MANY_HATS = 4;
    address public constant RESCUED_TO = address(0xCE5C);

    struct Known {
        uint256 funded; // in base units, all of it
        bool settled;
        uint256 released; // micro
        uint256 atSettlement; // balance
        uint256 later; // what came after the settlement and was swept
        bool claimed;
        bool full;
        uint256 refundAt;
        uint256 refundBlock;
        uint256 fullSince;
        address[3] redirectedTo;
        uint256 rescued;
        uint256 stray; // of another token
    }

    Terms[6] internal trades;
    Known[6] internal known;
    uint256[] internal members;
    LikeEthereumUsdt public ethereum;
    LikeUsdc public usdc;
    LikeBscUsdt public bsc;
    LikeBscUsdt public stray;
    /// The first rule that a call broke.
    string public breach;

    constructor() {
        setUp();
        ethereum = new LikeEthereumUsdt();
        usdc = new LikeUsdc();
        bsc = new LikeBscUsdt();
        stray = new LikeBscUsdt();
        members = [uint256(0xA1), 0xA2];
        if (vm.addr(members[0]) > vm.addr(members[1])) (members[0], members[1]) = (members[1], members[0]);
        for (uint256 i; i < N; ++i) trades[i] = makeTrade(i);
    }

    function makeTrade(uint256 i) private returns (Terms memory t) {
        t = newTerms();
        t.ref = bytes32(i);
        (t.buyerTo, t.feeTo, t.sellerTo) = (payee(i, BUYER_LEG), payee(i, FEE_LEG), payee(i, SELLER_LEG));
        t.token = i == 0 || i == FOREIGN ? address(ethereum) : i == 2 || i == MANY_HATS ? address(usdc) : address(bsc);
        t.unit = t.token == address(bsc) ? 1e12 : 1;
        t.amount = 137_000_001;
        t.finalAt = NOW + 2 days; // so that most runs reach it
        t.feeOnTop = i == 1 || i == 2;
        if (i == 1) t.arbiter = address(newTribunal(vm.addr(members[0]), vm.addr(members[1])));
        if (i == 2) (t.feeBps, t.challenge) = (10_000, 0);
        if (i == 3) t.feeTo = address(0);
        if (i == MANY_HATS) {
            t.seller2 = t.buyer;
            t.arbiter = address(newTribunal(t.buyer, vm.addr(members[0])));
        }
        if (i == FOREIGN) t.chainId++;
    }

    function payee(uint256 i, uint256 leg) public pure returns (address) {
        return address(uint160(0xA0000 + i * 16 + leg));
    }

    function trade(uint256 i) external view returns (Terms memory) {
        return trades[i];
    }

    function knownOf(uint256 i) external view returns (Known memory) {
        return known[i];
    }

    function theHub() external view returns (EscrowHub) {
        return hub;
    }

    function pocketAt(uint256 i) public view returns (address) {
        return pocketOf(trades[i]);
    }

    function have(uint256 i) public view returns (uint256) {
        return inPocket(trades[i]);
    }

    /// The division of the product's books, in another form than the contract's.
    function divided(uint256 i, uint256 released) public view returns (uint256 toBuyer, uint256 fee) {
        uint256 bps = trades[i].feeTo == address(0) ? 0 : trades[i].feeBps > 100 ? 100 : trades[i].feeBps;
        fee = (released / 10_000) * bps + ((released % 10_000) * bps) / 10_000;
        toBuyer = trades[i].feeOnTop ? released : released - fee;
        (toBuyer, fee) = (toBuyer * trades[i].unit, fee * trades[i].unit);
    }

    function wholeDeposit(uint256 i) public view returns (uint256) {
        (uint256 toBuyer, uint256 fee) = divided(i, trades[i].amount);
        return toBuyer + fee;
    }

    function challengeOf(uint256 i) internal view returns (uint256) {
        return trades[i].challenge < 1 hours ? 1 hours : trades[i].challenge;
    }

    /// The arbiter of this trade signs, be it a key or a tribunal.
    function voteIn(uint256 i, uint256 role, Terms memory t, uint256 released) internal view returns (Vote memory) {
        if (role != ARBITER_ROLE || (i != 1 && i != MANY_HATS)) return vote(role, t, released);
        bytes32 digest = arbiterDigest(t, released);
        (uint256 low, uint256 high) = i == MANY_HATS ? ascending(BUYER_KEY, members[0]) : (members[0], members[1]);
        return arbiterVote(bytes.concat(sign(low, digest), sign(high, digest)));
    }

    /// Whether the token lets this pocket pay the leg now.
    function canBePaid(uint256 i, uint256 leg) internal view returns (bool) {
        TokenModel token = TokenModel(trades[i].token);
        if (address(token) == address(bsc)) return true;
        if (token.isPaused() || token.isBlocked(pocketAt(i))) return false;
        return address(token) != address(usdc) || !token.isBlocked(payee(i, leg));
    }

    function broke(string memory rule) internal {
        if (bytes(breach).length == 0) breach = rule;
    }

    /// A call of the hub by any sender: it never matters who it is.
    function attempt(bytes memory data, uint256 sender) internal returns (bool isDone) {
        vm.prank(address(uint160(bound(sender, 0x10000, type(uint160).max))));
        (isDone, ) = address(hub).call(data);
    }

    function settledAs(uint256 i, bool isVoted, uint256 released, uint256 before) internal {
        if (known[i].settled) broke("settled twice");
        if (i == FOREIGN) broke("I15 settled on another chain");
        if (!isVoted && released != 0) broke("I5 a deadline pays the buyer");
        known[i].settled = true;
        (known[i].released, known[i].atSettlement) = (released, before);
        (uint256 toBuyer, uint256 fee) = divided(i, released);
        uint256[3] memory part = [toBuyer, fee, before - toBuyer - fee];
        for (uint256 leg; leg < 3; ++leg) {
            uint256 want = canBePaid(i, leg) ? 0 : part[leg];
            if (heldOf(trades[i], leg) != want) broke("I14 held what could be paid, or the reverse");
        }
    }
}
