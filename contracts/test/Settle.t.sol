// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {EscrowHub} from "../src/EscrowHub.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeBscUsdt} from "./tokens/Tokens.sol";

/**
 * settle
 * ├── two roles, two keys, one number: release, refund, split
 * │   ├── any pair of roles, any of the seller's keys
 * │   ├── the fee on the buyer's side, on the seller's side, without a recipient, above the limit
 * │   └── the excess goes to the seller
 * └── refused: role twice, order, key twice, signature, number, time, more than traded, too little, settled, other chain
 */
contract SettleTest is Fixture {
    function test_release_pays_the_buyer_and_the_fee() public {
        Terms memory t = funded();
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 0);
        assertTrue(stateOf(t).settled, "settled");
        assertEq(inPocket(t), 0, "left");
    }

    function test_refund_pays_the_seller_everything() public {
        Terms memory t = funded();
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0));
        assertPaid(t, 0, 0, 100e6);
    }

    function test_split_takes_the_fee_of_the_released_part() public {
        Terms memory t = funded();
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
    }

    function test_any_two_roles_agree() public {
        for (uint256 i; i < 3; ++i) {
            uint256 before = vm.snapshotState();
            Terms memory t = funded();
            done(settlingBy(i == 2 ? SELLER_ROLE : BUYER_ROLE, i == 0 ? SELLER_ROLE : ARBITER_ROLE, t, 100e6));
            assertPaid(t, 99.5e6, 0.5e6, 0);
            vm.revertToState(before);
        }
    }

    function test_each_of_the_sellers_keys_votes() public {
        uint256[2] memory keys = [EMPLOYEE_KEY, EMPLOYEE2_KEY];
        for (uint256 i; i < 2; ++i) {
            Terms memory t = newTerms();
            t.ref = bytes32(i);
            t.buyerTo = address(uint160(0xB00 + i));
            deposit(t);
            done(settling(t, 100e6, vote(BUYER_ROLE, t, 100e6), voteBy(keys[i], SELLER_ROLE, t, 100e6)));
            assertEq(balance(t, t.buyerTo), 99.5e6, "buyer");
        }
    }

    function test_a_sellers_fee_is_deposited_on_top_and_refunded_with_the_rest() public {
        Terms memory t = newTerms();
        t.feeOnTop = true;
        assertEq(hub.depositOf(t), 100.5e6, "deposit");
        deposit(t);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 40e6, 0.2e6, 60.3e6);
    }

    function test_without_a_recipient_of_the_fee_there_is_none() public {
        Terms memory t = newTerms();
        t.feeTo = address(0);
        deposit(t);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        assertPaid(t, 100e6, 0, 0);
    }

    function test_a_fee_above_the_limit_is_the_limit() public {
        Terms memory t = newTerms();
        t.feeBps = 5_000;
        deposit(t);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        assertPaid(t, 99e6, 1e6, 0);
    }

    function test_the_excess_goes_to_the_seller() public {
        Terms memory t = funded();
        fund(t, 7e6);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 7e6);
    }

    function test_a_fee_below_a_micro_is_none_and_dust_goes_to_the_seller() public {
        Terms memory t = newTerms();
        t.token = address(new LikeBscUsdt());
        t.unit = 1e12;
        t.amount = 199;
        deposit(t);
        fund(t, 5e11);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 199));
        assertPaid(t, 199e12, 0, 5e11);
    }

    function test_an_empty_pocket_can_be_settled_to_nothing() public {
        Terms memory t = newTerms();
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0));
        assertTrue(stateOf(t).settled, "settled");
        fund(t, 3e6);
        done(abi.encodeCall(hub.sweep, (t)));
        assertPaid(t, 0, 0, 3e6);
    }

    function test_the_event_says_who_got_what_and_who_voted() public {
        Ending[3] memory endings = [Ending.BuyerAndSeller, Ending.BuyerAndArbiter, Ending.SellerAndArbiter];
        for (uint256 i; i < 3; ++i) {
            uint256 before = vm.snapshotState();
            Terms memory t = funded();
            (bytes32 id, address pocket) = hub.pocketOf(t);
            Vote memory a = vote(i == 2 ? SELLER_ROLE : BUYER_ROLE, t, 40e6);
            Vote memory b = vote(i == 0 ? SELLER_ROLE : ARBITER_ROLE, t, 40e6);
            vm.expectEmit(address(hub));
            emit EscrowHub.Settled(id, pocket, endings[i], 40e6);
            hub.settle(t, 40e6, a, b);
            vm.revertToState(before);
        }
    }

    function test_a_role_does_not_vote_twice() public {
        Terms memory t = funded();
        refused(settlingBy(BUYER_ROLE, BUYER_ROLE, t, 100e6), BadVoters.selector);
        Vote memory owner = vote(SELLER_ROLE, t, 0);
        refused(settling(t, 0, owner, voteBy(EMPLOYEE_KEY, SELLER_ROLE, t, 0)), BadVoters.selector);
    }

    function test_roles_come_in_order_and_there_are_three() public {
        Terms memory t = funded();
        refused(settlingBy(SELLER_ROLE, BUYER_ROLE, t, 100e6), BadVoters.selector);
        refused(settlingBy(BUYER_ROLE, FEE_ROLE, t, 100e6), BadVoters.selector);
    }

    function test_a_key_does_not_vote_in_two_roles() public {
        Terms memory t = newTerms();
        t.arbiter = t.buyer;
        deposit(t);
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        refused(settling(t, 100e6, a, voteBy(BUYER_KEY, ARBITER_ROLE, t, 100e6)), BadVoters.selector);
        t = newTerms();
        t.seller2 = t.buyer;
        deposit(t);
        a = vote(BUYER_ROLE, t, 100e6);
        refused(settling(t, 100e6, a, voteBy(BUYER_KEY, SELLER_ROLE, t, 100e6)), BadVoters.selector);
    }

    function test_each_role_is_signed_by_its_own_key() public {
        Terms memory t = funded();
        for (uint256 role; role < 3; ++role) {
            Vote memory wrong = voteBy(STRANGER_KEY, role, t, 100e6);
            uint256 other = role == 2 ? 0 : 2;
            Vote memory right = vote(other, t, 100e6);
            refusedSignature(role < other ? settling(t, 100e6, wrong, right) : settling(t, 100e6, right, wrong), role);
        }
    }

    function test_an_absent_key_signs_nothing() public {
        Terms memory t = newTerms();
        t.buyer = address(0);
        t.seller3 = address(0);
        t.arbiter = address(0);
        deposit(t);
        Vote memory nothing = Vote(BUYER_ROLE, 0, FOREVER, "");
        Vote memory seller = vote(SELLER_ROLE, t, 100e6);
        refusedSignature(settling(t, 100e6, nothing, seller), BUYER_ROLE);
        refusedSignature(settling(t, 100e6, seller, arbiterVote("")), ARBITER_ROLE);
        t.buyer = vm.addr(BUYER_KEY);
        deposit(t);
        nothing.role = SELLER_ROLE;
        refusedSignature(settling(t, 100e6, vote(BUYER_ROLE, t, 100e6), nothing), SELLER_ROLE);
    }

    function test_a_vote_counts_for_its_number_only() public {
        Terms memory t = funded();
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        refusedSignature(settling(t, 100e6, a, vote(SELLER_ROLE, t, 100e6 - 1)), SELLER_ROLE);
    }

    function test_a_vote_counts_from_its_beginning_to_its_end() public {
        Terms memory t = funded();
        (uint256 from, uint256 until) = (NOW + 1 days, NOW + 2 days);
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        for (uint256 role = 1; role < 3; ++role) {
            uint256 before = vm.snapshotState();
            Vote memory b = Vote(role, from, until, sign(keyOf(role), voteDigest(role, t, 100e6, from, until)));
            at(from - 1);
            refused(settling(t, 100e6, a, b), NotYetValid.selector);
            at(until + 1);
            refused(settling(t, 100e6, a, b), SignatureExpired.selector);
            at(role == 1 ? from : until);
            done(settling(t, 100e6, a, b));
            vm.revertToState(before);
        }
    }

    function test_the_buyers_vote_also_ends() public {
        Terms memory t = funded();
        Vote memory a = Vote(BUYER_ROLE, 0, NOW, sign(BUYER_KEY, voteDigest(BUYER_ROLE, t, 100e6, 0, NOW)));
        at(NOW + 1);
        refused(settling(t, 100e6, a, vote(SELLER_ROLE, t, 100e6)), SignatureExpired.selector);
    }

    function test_the_times_of_a_vote_are_signed() public {
        Terms memory t = funded();
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        Vote memory b = Vote(SELLER_ROLE, NOW + 1 days, FOREVER, sign(SELLER_KEY, voteDigest(SELLER_ROLE, t, 100e6, NOW + 1 days, FOREVER)));
        b.validAfter = 0;
        refusedSignature(settling(t, 100e6, a, b), SELLER_ROLE);
        b = vote(SELLER_ROLE, t, 100e6);
        b.validAfter = 1;
        refusedSignature(settling(t, 100e6, a, b), SELLER_ROLE);
        b = vote(SELLER_ROLE, t, 100e6);
        b.validUntil = FOREVER - 1;
        refusedSignature(settling(t, 100e6, a, b), SELLER_ROLE);
    }

    function test_never_more_than_traded() public {
        Terms memory t = funded();
        fund(t, 100e6);
        refused(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6 + 1), MoreThanTraded.selector);
    }

    function test_too_small_a_deposit_settles_only_what_it_covers() public {
        Terms memory t = newTerms();
        fund(t, 60e6);
        bytes memory short = abi.encodeWithSelector(NotEnoughFunds.selector, 60e6, 100e6);
        assertRefused(address(hub), settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6), short);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 60e6));
        assertPaid(t, 59.7e6, 0.3e6, 0);
    }

    function test_settled_once() public {
        Terms memory t = funded();
        bytes memory call = settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6);
        done(call);
        fund(t, 100e6);
        refused(call, AlreadySettled.selector);
    }

    function test_a_high_s_is_refused() public {
        Terms memory t = funded();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SELLER_KEY, voteDigest(SELLER_ROLE, t, 100e6, 0, FOREVER));
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory other = abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        Vote memory b = Vote(SELLER_ROLE, 0, FOREVER, other);
        refusedSignature(settling(t, 100e6, vote(BUYER_ROLE, t, 100e6), b), SELLER_ROLE);
    }

    function test_a_delegated_account_still_signs_as_a_key() public {
        Terms memory t = funded();
        vm.etch(t.buyer, abi.encodePacked(hex"ef0100", address(this)));
        vm.etch(t.arbiter, abi.encodePacked(hex"ef0100", address(this)));
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_a_contract_never_votes_as_a_party() public {
        Terms memory t = newTerms();
        t.seller = address(new SaysYes());
        deposit(t);
        refusedSignature(settling(t, 100e6, vote(BUYER_ROLE, t, 100e6), Vote(SELLER_ROLE, 0, FOREVER, "")), SELLER_ROLE);
    }
}

contract SaysYes {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
