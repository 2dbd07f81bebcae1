// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../src/Escrow.sol";
import {EscrowHub} from "../../src/EscrowHub.sol";
import {Fixture} from "../support/Fixture.sol";
import {TokenModel} from "../tokens/Tokens.sol";
import {Handler} from "./Handler.sol";
import {World} from "./World.sol";

/**
 * The rules of docs/escrow.md that hold after every call of any sender:
 * I1 what came in is what was paid and what is there; I2 only the payees of the terms and signed redirects are paid; I3 nothing
 * leaves an open trade; I4 each part is exact to the unit; I5 a deadline is never early and never pays the buyer; I6 two valid
 * votes always count, and no invalid pair; I7 the hub holds nothing; I8 time alone empties every pocket; I9 the division is the
 * books'; I10 never more than traded; I11 after a full deposit the buyer has a whole challenge; I12 a claim bars every deadline
 * but finalAt; I13 one key counts once; I14 neither sender, gas nor order changes who gets what; I15 on another chain only the
 * seller's signature moves a deposit. Those about a call are judged by the handler.
 */
contract InvariantsTest is Fixture {
    Handler private handler;

    function setUp() public override {
        super.setUp();
        handler = new Handler();
        hub = handler.theHub();
        targetContract(address(handler));
    }

    /// Deploying the handler's world is no act, and neither is what it only tells.
    function excludeSelectors() external view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0].addr = address(handler);
        excluded[0].selectors = new bytes4[](1);
        excluded[0].selectors[0] = bytes4(keccak256("setUp()"));
    }

    function invariant_I1_to_I15() public view {
        if (bytes(handler.breach()).length != 0) revert(handler.breach());
        for (uint256 i; i < handler.N(); ++i) checkTrade(i);
        address holder = address(hub);
        uint256 inHub = handler.ethereum().balanceOf(holder) + handler.usdc().balanceOf(holder) + handler.bsc().balanceOf(holder);
        assertEq(inHub, 0, "I7 the hub holds money");
    }

    function paidTo(Terms memory t, address pocket, address to, address redirectedTo) private view returns (uint256 paid) {
        if (to != address(0)) paid = TokenModel(t.token).sent(pocket, to);
        if (redirectedTo != address(0)) paid += TokenModel(t.token).sent(pocket, redirectedTo);
    }

    function checkTrade(uint256 i) private view {
        Terms memory t = handler.trade(i);
        World.Known memory k = handler.knownOf(i);
        address pocket = handler.pocketAt(i);
        uint256 out = TokenModel(t.token).sentInAll(pocket);
        uint256[3] memory paid = [
            paidTo(t, pocket, t.buyerTo, k.redirectedTo[0]),
            paidTo(t, pocket, t.feeTo, address(0)),
            paidTo(t, pocket, t.sellerTo, k.redirectedTo[2])
        ];
        assertEq(out + handler.have(i), k.funded, "I1 in = out + left");
        if (!t_isHome(t)) return assertEq(out, k.rescued, "I15 moved on another chain");
        assertEq(paid[0] + paid[1] + paid[2], out, "I2 another was paid");
        checkState(t, k);
        if (!k.settled) return assertEq(out, 0, "I3 an open trade moved");
        (uint256 toBuyer, uint256 fee) = handler.divided(i, k.released);
        assertTrue(k.released <= t.amount, "I10 more than traded");
        assertEq(paid[0] + heldOf(t, BUYER_LEG), toBuyer, "I4 I9 buyer");
        assertEq(paid[1] + heldOf(t, FEE_LEG), fee, "I4 I9 fee");
        assertEq(paid[2] + heldOf(t, SELLER_LEG), k.atSettlement - toBuyer - fee + k.later, "I4 I9 seller");
        checkStray(i, pocket, k.stray, t.sellerTo);
    }

    function t_isHome(Terms memory t) private view returns (bool) {
        return t.chainId == block.chainid;
    }

    function checkState(Terms memory t, World.Known memory k) private view {
        TradeState memory s = stateOf(t);
        assertTrue(s.settled == k.settled && s.claimed == k.claimed, "state");
        assertEq(s.refundAt, k.refundAt, "refundAt");
    }

    function checkStray(uint256 i, address pocket, uint256 came, address sellerTo) private view {
        TokenModel stray = TokenModel(address(handler.stray()));
        uint256 sent = stray.sent(pocket, sellerTo) + stray.sent(pocket, handler.RESCUED_TO());
        assertEq(sent + stray.balanceOf(pocket), came, "I2 a stray token went elsewhere");
        i;
    }

    /// I8: with the arbiter and both parties gone, and the issuer's blocks lifted.
    function afterInvariant() public {
        TokenModel[3] memory tokens = [TokenModel(address(handler.ethereum())), handler.usdc(), handler.bsc()];
        for (uint256 n; n < 3; ++n) {
            tokens[n].setPaused(false);
            for (uint256 i; i < handler.N(); ++i) {
                tokens[n].setBlocked(handler.pocketAt(i), false);
                for (uint256 leg; leg < 3; ++leg) tokens[n].setBlocked(handler.payee(i, leg), false);
            }
        }
        for (uint256 i; i < handler.N(); ++i) {
            Terms memory t = handler.trade(i);
            if (!t_isHome(t)) continue;
            if (block.timestamp < t.finalAt) vm.warp(t.finalAt);
            if (!stateOf(t).settled) hub.expire(t);
            for (uint256 leg; leg < 3; ++leg) if (heldOf(t, leg) != 0) hub.payHeld(t, leg);
            if (handler.have(i) != 0) hub.sweep(t);
            assertEq(handler.have(i), 0, "I8 locked");
        }
    }
}
