// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {EscrowHub} from "../src/EscrowHub.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeProxy} from "./tokens/LikeUsdt0.sol";
import {LikeUsdc, TellsNoBalance} from "./tokens/Tokens.sol";

/**
 * deadlines
 * ├── requestRefund: after payBy, by a seller's key, once; once more where the deposit became whole since
 * ├── claimPaid: by the buyer before the challenge is over, with the whole deposit there; bars the refund
 * ├── executeRefund: after the challenge, as time and as blocks, by anyone; not where the deposit became whole since
 * └── expire: after finalAt, by anyone, whatever was claimed
 */
contract RefundTest is Fixture {
    function test_the_seller_is_refunded_after_the_challenge() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        assertEq(stateOf(t).refundAt, t.payBy + 1 hours, "refundAt");
        at(t.payBy + 1 hours - 1);
        refused(abi.encodeCall(hub.executeRefund, (t)), TooEarly.selector);
        at(t.payBy + 1 hours);
        done(abi.encodeCall(hub.executeRefund, (t)));
        assertPaid(t, 0, 0, 100e6);
    }

    /// A chain that stood still gives the buyer blocks in which to answer.
    function test_the_challenge_lasts_400_blocks_at_least() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        uint256 asked = block.number;
        vm.warp(t.payBy + 5 hours);
        vm.roll(asked + 399);
        refused(abi.encodeCall(hub.executeRefund, (t)), TooEarly.selector);
        uint256 before = vm.snapshotState();
        done(claiming(BUYER_KEY, t, FOREVER));
        vm.revertToState(before);
        vm.roll(asked + 400);
        done(abi.encodeCall(hub.executeRefund, (t)));
    }

    function test_no_claim_follows_the_challenge() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + 1 hours - 1);
        uint256 before = vm.snapshotState();
        done(claiming(BUYER_KEY, t, FOREVER));
        vm.revertToState(before);
        at(t.payBy + 1 hours);
        refused(claiming(BUYER_KEY, t, FOREVER), ChallengeOver.selector);
    }

    /// That clock refunds nothing, so that it bars nothing.
    function test_a_claim_follows_the_challenge_of_a_pocket_that_was_filled_since() public {
        Terms memory t = newTerms();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + 1 hours);
        deposit(t);
        done(claiming(BUYER_KEY, t, FOREVER));
    }

    /// What the issuer destroys after the request takes no answer from the buyer.
    function test_a_claim_rests_on_the_deposit_at_the_request() public {
        LikeUsdc usdc = new LikeUsdc();
        Terms memory t = newTerms();
        t.token = address(usdc);
        deposit(t);
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        usdc.burn(pocketOf(t), 1);
        done(claiming(BUYER_KEY, t, FOREVER));
    }

    function test_a_claim_on_what_was_whole_asks_no_token() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        LikeProxy(address(usdt)).upgradeTo(address(new TellsNoBalance()));
        done(claiming(BUYER_KEY, t, FOREVER));
    }

    function test_events_of_the_deadlines() public {
        Terms memory t = funded();
        (bytes32 id, address pocket) = hub.pocketOf(t);
        at(t.payBy);
        bytes memory signature = signRefund(SELLER_KEY, t, FOREVER);
        vm.expectEmit(address(hub));
        emit EscrowHub.RefundRequested(id, pocket, t.payBy + 1 hours);
        hub.requestRefund(t, FOREVER, signature);
        signature = signPaid(BUYER_KEY, t, FOREVER);
        vm.expectEmit(address(hub));
        emit EscrowHub.PaidClaimed(id, pocket);
        hub.claimPaid(t, FOREVER, signature);
        at(t.finalAt);
        vm.expectEmit(address(hub));
        emit EscrowHub.Settled(id, pocket, Ending.Expired, 0);
        hub.expire(t);
    }

    function test_no_request_before_payBy() public {
        Terms memory t = funded();
        at(t.payBy - 1);
        refused(requesting(SELLER_KEY, t, FOREVER), TooEarly.selector);
    }

    function test_each_sellers_key_and_no_other_requests() public {
        Terms memory t = funded();
        at(t.payBy);
        uint256[3] memory others = [BUYER_KEY, ARBITER_KEY, STRANGER_KEY];
        for (uint256 i; i < 3; ++i) refusedSignature(requesting(others[i], t, FOREVER), SELLER_ROLE);
        uint256[3] memory keys = [SELLER_KEY, EMPLOYEE_KEY, EMPLOYEE2_KEY];
        for (uint256 i; i < 3; ++i) {
            uint256 before = vm.snapshotState();
            done(requesting(keys[i], t, FOREVER));
            vm.revertToState(before);
        }
    }

    function test_an_old_request_is_refused() public {
        Terms memory t = funded();
        at(t.payBy);
        refused(requesting(SELLER_KEY, t, t.payBy - 1), SignatureExpired.selector);
        done(requesting(SELLER_KEY, t, t.payBy));
    }

    function test_a_running_request_is_refused() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + 30 minutes);
        refused(requesting(SELLER_KEY, t, FOREVER), RefundRunning.selector);
        assertEq(stateOf(t).refundAt, t.payBy + 1 hours, "moved");
    }

    function test_a_running_request_on_a_part_is_refused_while_it_stays_a_part() public {
        Terms memory t = newTerms();
        fund(t, 60e6);
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        refused(requesting(SELLER_KEY, t, FOREVER), RefundRunning.selector);
        at(t.payBy + 1 hours);
        done(abi.encodeCall(hub.executeRefund, (t)));
        assertPaid(t, 0, 0, 60e6);
    }

    function test_a_clock_of_an_empty_pocket_does_not_run_out_on_a_full_one() public {
        Terms memory t = newTerms();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + 1 hours);
        deposit(t);
        refused(abi.encodeCall(hub.executeRefund, (t)), FundedSinceRequest.selector);
        done(requesting(SELLER_KEY, t, FOREVER));
        assertEq(stateOf(t).refundAt, t.payBy + 2 hours, "a whole challenge");
        refused(abi.encodeCall(hub.executeRefund, (t)), TooEarly.selector);
        at(t.payBy + 2 hours);
        done(abi.encodeCall(hub.executeRefund, (t)));
        assertPaid(t, 0, 0, 100e6);
    }

    function test_a_sellers_fee_belongs_to_the_whole_deposit() public {
        Terms memory t = newTerms();
        t.feeOnTop = true;
        fund(t, 100e6);
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        assertTrue(!stateOf(t).full, "full without the fee");
        fund(t, 0.5e6);
        at(t.payBy + 1 hours);
        refused(abi.encodeCall(hub.executeRefund, (t)), FundedSinceRequest.selector);
    }

    function test_the_challenge_is_an_hour_at_least_and_thirty_days_at_most() public {
        uint256[2] memory typed = [uint256(0), 400 days];
        uint256[2] memory counted = [uint256(1 hours), 30 days];
        for (uint256 i; i < 2; ++i) {
            Terms memory t = newTerms();
            t.challenge = typed[i];
            deposit(t);
            at(t.payBy);
            done(requesting(SELLER_KEY, t, FOREVER));
            assertEq(stateOf(t).refundAt, t.payBy + counted[i], "challenge");
        }
    }

    function test_a_claim_bars_the_refund_until_finalAt() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        done(claiming(BUYER_KEY, t, FOREVER));
        at(t.payBy + 2 hours);
        refused(abi.encodeCall(hub.executeRefund, (t)), NoRefundRequested.selector);
        refused(requesting(SELLER_KEY, t, FOREVER), PaymentClaimed.selector);
        at(t.finalAt - 1);
        refused(abi.encodeCall(hub.expire, (t)), TooEarly.selector);
        at(t.finalAt);
        done(abi.encodeCall(hub.expire, (t)));
        assertPaid(t, 0, 0, 100e6);
    }

    function test_a_claim_before_any_request_also_bars_it() public {
        Terms memory t = funded();
        done(claiming(BUYER_KEY, t, FOREVER));
        at(t.payBy);
        refused(requesting(SELLER_KEY, t, FOREVER), PaymentClaimed.selector);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_a_claim_needs_the_whole_deposit() public {
        Terms memory t = newTerms();
        fund(t, 100e6 - 1);
        bytes memory short = abi.encodeWithSelector(NotEnoughFunds.selector, 100e6 - 1, 100e6);
        assertRefused(address(hub), claiming(BUYER_KEY, t, FOREVER), short);
        fund(t, 1);
        done(claiming(BUYER_KEY, t, FOREVER));
        assertTrue(stateOf(t).claimed, "claimed");
    }

    /// As with a request: who relays it a second time would pay for nothing.
    function test_a_claim_is_made_once() public {
        Terms memory t = funded();
        done(claiming(BUYER_KEY, t, FOREVER));
        refused(claiming(BUYER_KEY, t, FOREVER), PaymentClaimed.selector);
    }

    function test_only_the_buyer_claims_and_only_in_time() public {
        Terms memory t = funded();
        uint256[4] memory others = [SELLER_KEY, EMPLOYEE_KEY, ARBITER_KEY, STRANGER_KEY];
        for (uint256 i; i < 4; ++i) refusedSignature(claiming(others[i], t, FOREVER), BUYER_ROLE);
        at(NOW + 1);
        refused(claiming(BUYER_KEY, t, NOW), SignatureExpired.selector);
    }

    function test_a_claim_is_no_refund_request_and_neither_is_a_vote() public {
        Terms memory t = funded();
        at(t.payBy);
        bytes memory paid = signPaid(SELLER_KEY, t, FOREVER);
        refusedSignature(abi.encodeCall(hub.requestRefund, (t, FOREVER, paid)), SELLER_ROLE);
        bytes memory request = signRefund(BUYER_KEY, t, FOREVER);
        refusedSignature(abi.encodeCall(hub.claimPaid, (t, FOREVER, request)), BUYER_ROLE);
    }

    function test_without_a_request_there_is_no_refund() public {
        Terms memory t = funded();
        at(t.payBy + 30 days);
        refused(abi.encodeCall(hub.executeRefund, (t)), NoRefundRequested.selector);
    }

    function test_nothing_follows_a_settlement() public {
        Terms memory t = funded();
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        fund(t, 100e6);
        at(t.finalAt);
        refused(abi.encodeCall(hub.expire, (t)), AlreadySettled.selector);
        refused(abi.encodeCall(hub.executeRefund, (t)), AlreadySettled.selector);
        refused(requesting(SELLER_KEY, t, FOREVER), AlreadySettled.selector);
        refused(claiming(BUYER_KEY, t, FOREVER), AlreadySettled.selector);
    }

    function test_on_another_chain_no_deadline_counts() public {
        Terms memory t = newTerms();
        t.chainId = block.chainid + 1;
        deposit(t);
        at(t.finalAt);
        refused(abi.encodeCall(hub.expire, (t)), WrongChain.selector);
        refused(abi.encodeCall(hub.executeRefund, (t)), WrongChain.selector);
        refused(abi.encodeCall(hub.sweep, (t)), WrongChain.selector);
        refused(abi.encodeCall(hub.payHeld, (t, SELLER_LEG)), WrongChain.selector);
        refused(redirecting(SELLER_KEY, t, SELLER_LEG, NOWHERE, 1), WrongChain.selector);
        refused(requesting(SELLER_KEY, t, FOREVER), WrongChain.selector);
        refused(claiming(BUYER_KEY, t, FOREVER), WrongChain.selector);
        refused(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0), WrongChain.selector);
    }
}
