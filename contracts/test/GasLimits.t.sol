// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {Tribunal} from "../src/Tribunal.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeUsdc} from "./tokens/Tokens.sol";

/// Who sends a settlement chooses its gas. With each limit it either does nothing or pays whom it can pay: too little gas never
/// makes a good payout look like one that failed.
contract GasLimitsTest is Fixture {
    uint256 private constant LEAST = 40_000;
    uint256 private constant MOST = 400_000;
    uint256 private constant STEP = 1_000;

    function holdsNothing(Terms memory t, bytes memory data, uint256 wantHeld) private {
        uint256 settled;
        for (uint256 gas_ = LEAST; gas_ <= MOST; gas_ += STEP) {
            uint256 before = vm.snapshotState();
            (bool isDone, ) = address(hub).call{gas: gas_}(data);
            if (isDone) {
                settled++;
                assertEq(heldOf(t, 0) + heldOf(t, 1) + heldOf(t, 2), wantHeld, "held for lack of gas");
                assertEq(inPocket(t), wantHeld, "not paid");
            } else {
                assertTrue(!stateOf(t).settled, "settled by a call that failed");
            }
            vm.revertToState(before);
        }
        assertTrue(settled > 0, "never enough gas");
    }

    function test_gas_release_refund_and_split() public {
        Terms memory t = funded();
        holdsNothing(t, settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6), 0);
        holdsNothing(t, settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0), 0);
        holdsNothing(t, settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6), 0);
    }

    function test_gas_split_by_the_tribunal() public {
        (uint256 one, uint256 other) = ascending(ARBITER_KEY, STRANGER_KEY);
        Terms memory t = newTerms();
        t.arbiter = address(newTribunal(vm.addr(one), vm.addr(other)));
        deposit(t);
        bytes32 digest = arbiterDigest(t, 40e6);
        Vote memory b = arbiterVote(bytes.concat(sign(one, digest), sign(other, digest)));
        holdsNothing(t, settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), 0);
    }

    function test_gas_deadlines() public {
        Terms memory t = funded();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + t.challenge);
        holdsNothing(t, abi.encodeCall(hub.executeRefund, (t)), 0);
        at(t.finalAt);
        holdsNothing(t, abi.encodeCall(hub.expire, (t)), 0);
    }

    function test_gas_a_payout_that_fails_is_the_only_one_held() public {
        LikeUsdc token = new LikeUsdc();
        Terms memory t = newTerms();
        t.token = address(token);
        deposit(t);
        token.setBlocked(BUYER_TO, true);
        holdsNothing(t, settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6), 39.8e6);
    }

    function test_gas_a_sweep_is_not_held() public {
        Terms memory t = funded();
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        fund(t, 5e6);
        bytes memory data = abi.encodeCall(hub.sweep, (t));
        for (uint256 gas_ = LEAST; gas_ <= MOST; gas_ += STEP) {
            uint256 before = vm.snapshotState();
            (bool isDone, ) = address(hub).call{gas: gas_}(data);
            assertEq(heldOf(t, SELLER_LEG), 0, "held for lack of gas");
            assertEq(inPocket(t), isDone ? 0 : 5e6, "not paid");
            vm.revertToState(before);
        }
    }
}
