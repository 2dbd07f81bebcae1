// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {DemoUsdt} from "../src/DemoUsdt.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeProxy, LikeUsdt0, TakesATenth} from "./tokens/LikeUsdt0.sol";
import {LikeBscUsdt, LikeEthereumUsdt, LikeUsdc, ReturnsFalse} from "./tokens/Tokens.sol";

/// Who gets what where the token's issuer acts.
contract TokensTest is Fixture {
    function inToken(address token, uint256 unit) private returns (Terms memory t) {
        t = newTerms();
        (t.token, t.unit) = (token, unit);
        deposit(t);
    }

    function release(Terms memory t) private {
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, t.amount));
    }

    function test_usdt0_a_blocked_payee_is_paid() public {
        Terms memory t = funded();
        usdt.setBlocked(BUYER_TO, true);
        release(t);
        assertPaid(t, 99.5e6, 0.5e6, 0);
        assertEq(heldOf(t, BUYER_LEG), 0, "held");
    }

    function test_usdt0_a_blocked_pocket_holds_every_payout_of_this_trade_only() public {
        Terms memory t = funded();
        Terms memory other = newTerms();
        other.ref = "other";
        deposit(other);
        usdt.setBlocked(pocketOf(t), true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 0, 0, 0);
        assertEq(heldOf(t, BUYER_LEG), 39.8e6, "buyer");
        assertEq(heldOf(t, FEE_LEG), 0.2e6, "fee");
        assertEq(heldOf(t, SELLER_LEG), 60e6, "seller");
        release(other);
        assertPaid(t, 99.5e6, 0.5e6, 0);
        usdt.setBlocked(pocketOf(t), false);
        for (uint256 leg; leg < 3; ++leg) done(abi.encodeCall(hub.payHeld, (t, leg)));
        assertPaid(t, 139.3e6, 0.7e6, 60e6);
    }

    function test_usdt0_destroyed_funds_are_lost_and_nothing_else_is() public {
        Terms memory t = funded();
        usdt.setBlocked(pocketOf(t), true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        usdt.destroyBlockedFunds(pocketOf(t));
        usdt.setBlocked(pocketOf(t), false);
        refused(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)), NothingToPay.selector);
        (bool isSwept, ) = address(hub).call(abi.encodeCall(hub.sweep, (t)));
        assertTrue(!isSwept, "swept");
        assertPaid(t, 0, 0, 0);
    }

    function test_usdt0_upgraded_to_take_a_tenth_pays_the_first_and_holds_what_is_not_covered() public {
        Terms memory t = funded();
        LikeProxy(address(usdt)).upgradeTo(address(new TakesATenth()));
        release(t);
        assertPaid(t, 0, 0.5e6, 0);
        assertEq(heldOf(t, BUYER_LEG), 99.5e6, "held");
        assertEq(inPocket(t), 99.45e6, "in the pocket");
        fund_(t, 10e6);
        done(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)));
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    /// The upgraded token has no mint, so the first implementation comes back for the deposit.
    function fund_(Terms memory t, uint256 value) private {
        address upgraded = address(new TakesATenth());
        LikeProxy(address(usdt)).upgradeTo(address(new LikeUsdt0()));
        fund(t, value);
        LikeProxy(address(usdt)).upgradeTo(upgraded);
    }

    function test_usdt0_upgraded_to_nothing_settles_nothing_and_keeps_the_trade_open() public {
        Terms memory t = funded();
        LikeProxy(address(usdt)).upgradeTo(address(0x1234));
        (bool isDone, ) = address(hub).call(settlingBy(BUYER_ROLE, SELLER_ROLE, t, t.amount));
        assertTrue(!isDone && !stateOf(t).settled, "settled");
        LikeProxy(address(usdt)).upgradeTo(address(new LikeUsdt0()));
        release(t);
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_bsc_pays_in_18_decimals() public {
        Terms memory t = inToken(address(new LikeBscUsdt()), 1e12);
        release(t);
        assertPaid(t, 99.5e18, 0.5e18, 0);
    }

    function test_ethereum_without_return_value_is_paid() public {
        Terms memory t = inToken(address(new LikeEthereumUsdt()), 1);
        release(t);
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_ethereum_with_a_fee_leaves_it_to_the_payee_and_the_pocket_empty() public {
        LikeEthereumUsdt token = new LikeEthereumUsdt();
        Terms memory t = inToken(address(token), 1);
        token.setFee(20, 50e6);
        release(t);
        assertPaid(t, 99.5e6 - 0.199e6, 0.5e6 - 0.001e6, 0);
        assertEq(inPocket(t), 0, "left");
    }

    function test_ethereum_paused_holds_all_and_pays_later() public {
        LikeEthereumUsdt token = new LikeEthereumUsdt();
        Terms memory t = inToken(address(token), 1);
        token.setPaused(true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 0, 0, 0);
        token.setPaused(false);
        for (uint256 leg; leg < 3; ++leg) done(abi.encodeCall(hub.payHeld, (t, leg)));
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
    }

    function test_usdc_a_blocked_payee_is_held_and_the_others_are_paid() public {
        LikeUsdc token = new LikeUsdc();
        Terms memory t = inToken(address(token), 1);
        token.setBlocked(BUYER_TO, true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 0, 0.2e6, 60e6);
        assertEq(heldOf(t, BUYER_LEG), 39.8e6, "held");
    }

    function test_a_false_answer_is_a_failed_payout() public {
        ReturnsFalse token = new ReturnsFalse();
        Terms memory t = inToken(address(token), 1);
        token.setBlocked(BUYER_TO, true);
        release(t);
        assertPaid(t, 0, 0.5e6, 0);
        assertEq(heldOf(t, BUYER_LEG), 99.5e6, "held");
    }

    function test_the_demo_token_gives_a_thousand_an_hour() public {
        DemoUsdt demo = new DemoUsdt(18);
        assertEq(demo.decimals(), 18, "decimals");
        demo.drip(BUYER_TO);
        assertEq(demo.balanceOf(BUYER_TO), 1_000e18, "balance");
        assertRefused(address(demo), abi.encodeCall(demo.drip, (BUYER_TO)), DemoUsdt.TooEarly.selector);
        at(NOW + 1 hours);
        demo.drip(BUYER_TO);
        assertEq(demo.balanceOf(BUYER_TO), 2_000e18, "balance");
    }
}
