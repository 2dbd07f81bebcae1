// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {EscrowHub} from "../src/EscrowHub.sol";
import {EscrowPocket} from "../src/EscrowPocket.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeUsdc, MovesTenAtMost, SaysNo, SaysPaid, TellsRecipient, TokenModel} from "./tokens/Tokens.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/**
 * what is left
 * ├── held: a payout that failed; retried by anyone, redirected by its creditor
 * ├── sweep: deposits after the settlement, to the seller; held where they cannot be paid
 * └── the pocket obeys the hub, and the hub is not entered twice
 */
contract LeftoversTest is Fixture {
    LikeUsdc internal usdc;

    function setUp() public override {
        super.setUp();
        usdc = new LikeUsdc();
    }

    /// A release whose payee in this leg is blocked.
    function held(uint256 leg) private returns (Terms memory t) {
        t = newTerms();
        t.token = address(usdc);
        deposit(t);
        usdc.setBlocked(leg == BUYER_LEG ? BUYER_TO : leg == FEE_LEG ? FEE_TO : SELLER_TO, true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
    }

    function test_a_payout_that_fails_is_held_and_the_others_are_paid() public {
        uint256[3] memory part = [uint256(39.8e6), 0.2e6, 60e6];
        for (uint256 leg; leg < 3; ++leg) {
            uint256 before = vm.snapshotState();
            Terms memory t = held(leg);
            assertEq(heldOf(t, leg), part[leg], "held");
            assertEq(heldOf(t, 0) + heldOf(t, 1) + heldOf(t, 2), part[leg], "held for others");
            assertEq(inPocket(t), part[leg], "in the pocket");
            assertPaid(t, leg == 0 ? 0 : part[0], leg == 1 ? 0 : part[1], leg == 2 ? 0 : part[2]);
            vm.revertToState(before);
        }
    }

    function test_a_held_payout_is_paid_once_it_can_be() public {
        Terms memory t = held(BUYER_LEG);
        bytes memory retry = abi.encodeCall(hub.payHeld, (t, BUYER_LEG));
        refused(retry, TransferFailed.selector);
        usdc.setBlocked(BUYER_TO, false);
        done(retry);
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
        fund(t, 39.8e6);
        refused(retry, NothingToPay.selector);
    }

    function test_each_leg_is_retried_to_its_own_address() public {
        for (uint256 leg = 1; leg < 3; ++leg) {
            uint256 before = vm.snapshotState();
            Terms memory t = held(leg);
            usdc.setBlocked(leg == 1 ? FEE_TO : SELLER_TO, false);
            done(abi.encodeCall(hub.payHeld, (t, leg)));
            assertPaid(t, 39.8e6, 0.2e6, 60e6);
            vm.revertToState(before);
        }
    }

    function test_there_are_three_legs() public {
        Terms memory t = held(BUYER_LEG);
        refused(abi.encodeCall(hub.payHeld, (t, 3)), NothingToPay.selector);
    }

    function test_each_creditor_redirects_its_own_payout() public {
        uint256[3] memory keys = [BUYER_KEY, FEE_KEY, SELLER_KEY];
        uint256[3] memory part = [uint256(39.8e6), 0.2e6, 60e6];
        for (uint256 leg; leg < 3; ++leg) {
            uint256 before = vm.snapshotState();
            Terms memory t = held(leg);
            done(redirecting(keys[leg], t, leg, address(0x1234)));
            assertEq(balance(t, address(0x1234)), part[leg], "redirected");
            assertEq(heldOf(t, leg), 0, "held");
            vm.revertToState(before);
        }
    }

    function test_only_the_creditor_redirects_and_no_employee() public {
        uint256[7] memory keys =
            [BUYER_KEY, FEE_KEY, SELLER_KEY, EMPLOYEE_KEY, EMPLOYEE2_KEY, ARBITER_KEY, STRANGER_KEY];
        uint256[3] memory roles = [BUYER_ROLE, FEE_ROLE, SELLER_ROLE];
        for (uint256 leg; leg < 3; ++leg) {
            uint256 before = vm.snapshotState();
            Terms memory t = held(leg);
            for (uint256 i; i < 7; ++i) {
                if (i != leg) refusedSignature(redirecting(keys[i], t, leg, NOWHERE), roles[leg]);
            }
            vm.revertToState(before);
        }
    }

    function test_a_redirect_names_its_leg_and_address() public {
        Terms memory t = held(BUYER_LEG);
        bytes memory about = abi.encode(REDIRECT_TYPEHASH, idOf(t), pocketOf(t), SELLER_LEG, NOWHERE, 1, FOREVER);
        bytes memory signature = sign(BUYER_KEY, digestOf(about));
        refusedSignature(abi.encodeCall(hub.redirectHeld, (t, BUYER_LEG, NOWHERE, 1, FOREVER, signature)), BUYER_ROLE);
        about = abi.encode(REDIRECT_TYPEHASH, idOf(t), pocketOf(t), BUYER_LEG, NOWHERE, 1, FOREVER);
        signature = sign(BUYER_KEY, digestOf(about));
        refusedSignature(abi.encodeCall(hub.redirectHeld, (t, BUYER_LEG, NOWHERE, 2, FOREVER, signature)), BUYER_ROLE);
        about = abi.encode(REDIRECT_TYPEHASH, idOf(t), pocketOf(t), BUYER_LEG, NOWHERE, 1, NOW - 1);
        signature = sign(BUYER_KEY, digestOf(about));
        refusedSignature(abi.encodeCall(hub.redirectHeld, (t, BUYER_LEG, BUYER_TO, 1, FOREVER, signature)), BUYER_ROLE);
        refused(
            abi.encodeCall(hub.redirectHeld, (t, BUYER_LEG, NOWHERE, 1, NOW - 1, signature)),
            SignatureExpired.selector
        );
    }

    function test_a_redirect_is_of_one_amount_and_no_later_arrival() public {
        Terms memory t = held(SELLER_LEG);
        bytes memory whole = redirecting(SELLER_KEY, t, SELLER_LEG, address(0x1234));
        refused(redirecting(SELLER_KEY, t, SELLER_LEG, address(0x1234), 60e6 + 1), NothingToPay.selector);
        bytes memory part = redirecting(SELLER_KEY, t, SELLER_LEG, address(0x1234), 20e6);
        done(part);
        assertEq(heldOf(t, SELLER_LEG), 40e6, "the rest");
        refused(part, SignatureUsed.selector);
        refused(whole, NothingToPay.selector);
        fund(t, 5e6);
        done(abi.encodeCall(hub.sweep, (t)));
        refused(whole, NothingToPay.selector);
        assertEq(balance(t, address(0x1234)), 20e6, "redirected");
    }

    function test_a_contract_that_receives_the_fee_redirects_it() public {
        Terms memory t = newTerms();
        (t.token, t.feeTo) = (address(usdc), address(new SaysYes()));
        deposit(t);
        usdc.setBlocked(t.feeTo, true);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        done(abi.encodeCall(hub.redirectHeld, (t, FEE_LEG, address(0x1234), 0.5e6, FOREVER, "")));
        assertEq(balance(t, address(0x1234)), 0.5e6, "redirected");
    }

    /// What the issuer left is paid, and what comes later pays the rest before any sweep.
    function test_of_a_held_payout_that_was_destroyed_in_part_the_rest_is_paid() public {
        Terms memory t = held(BUYER_LEG);
        usdc.burn(pocketOf(t), 0.8e6);
        usdc.setBlocked(BUYER_TO, false);
        done(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)));
        assertPaid(t, 39e6, 0.2e6, 60e6);
        assertEq(heldOf(t, BUYER_LEG), 0.8e6, "still owed");
        refused(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)), NothingToPay.selector);
        fund(t, 0.8e6);
        refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
        done(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)));
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
    }

    /// A token that moves less than it was told to, and one that says no and moves all the same.
    function test_what_did_not_leave_is_held_and_no_more() public {
        for (uint256 i; i < 2; ++i) {
            TokenModel token = i == 0 ? TokenModel(address(new MovesTenAtMost())) : TokenModel(address(new SaysNo()));
            Terms memory t = newTerms();
            t.token = address(token);
            deposit(t);
            done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
            assertEq(heldOf(t, BUYER_LEG), i == 0 ? 29.8e6 : 0, "held for the buyer");
            assertEq(heldOf(t, SELLER_LEG), i == 0 ? 50e6 : 0, "held for the seller");
            refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
            if (i == 1) continue;
            done(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)));
            assertEq(heldOf(t, BUYER_LEG), 19.8e6, "the rest is still held");
            fund(t, 12e6);
            done(abi.encodeCall(hub.sweep, (t)));
            assertEq(heldOf(t, SELLER_LEG), 52e6, "of the sweep");
        }
    }

    /// Else the sweep would give the seller what the buyer is owed.
    function test_a_transfer_that_moves_nothing_is_held() public {
        uint256[3] memory part = [uint256(39.8e6), 0.2e6, 60e6];
        address[3] memory payee = [BUYER_TO, FEE_TO, SELLER_TO];
        for (uint256 leg; leg < 3; ++leg) {
            uint256 before = vm.snapshotState();
            SaysPaid token = new SaysPaid();
            Terms memory t = newTerms();
            t.token = address(token);
            deposit(t);
            token.setBlocked(payee[leg], true);
            done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
            assertEq(heldOf(t, leg), part[leg], "held");
            assertEq(heldOf(t, 0) + heldOf(t, 1) + heldOf(t, 2), part[leg], "held for others");
            assertPaid(t, leg == 0 ? 0 : part[0], leg == 1 ? 0 : part[1], leg == 2 ? 0 : part[2]);
            refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
            refused(abi.encodeCall(hub.payHeld, (t, leg)), TransferFailed.selector);
            token.setBlocked(payee[leg], false);
            done(abi.encodeCall(hub.payHeld, (t, leg)));
            assertPaid(t, part[0], part[1], part[2]);
            vm.revertToState(before);
        }
    }

    function test_a_redirect_leads_out_of_the_pocket() public {
        Terms memory t = held(BUYER_LEG);
        refused(redirecting(BUYER_KEY, t, BUYER_LEG, pocketOf(t)), BadPayee.selector);
        refused(redirecting(BUYER_KEY, t, BUYER_LEG, address(0)), BadPayee.selector);
    }

    function test_a_late_deposit_goes_to_the_seller() public {
        Terms memory t = funded();
        refused(abi.encodeCall(hub.sweep, (t)), NotSettled.selector);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
        fund(t, 5e6);
        vm.expectEmit(address(hub));
        emit EscrowHub.Swept(idOf(t), t.token, SELLER_TO, 5e6);
        hub.sweep(t);
        assertPaid(t, 99.5e6, 0.5e6, 5e6);
    }

    function test_a_sweep_leaves_what_is_held() public {
        Terms memory t = held(BUYER_LEG);
        refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
        fund(t, 5e6);
        done(abi.encodeCall(hub.sweep, (t)));
        assertPaid(t, 0, 0.2e6, 65e6);
        assertEq(inPocket(t), heldOf(t, BUYER_LEG), "what is held stays");
    }

    function test_a_sweep_that_cannot_be_paid_is_held_for_the_seller() public {
        Terms memory t = held(SELLER_LEG);
        fund(t, 5e6);
        done(abi.encodeCall(hub.sweep, (t)));
        assertEq(heldOf(t, SELLER_LEG), 65e6, "held");
        refused(abi.encodeCall(hub.sweep, (t)), NothingToPay.selector);
        done(redirecting(SELLER_KEY, t, SELLER_LEG, address(0x1234)));
        assertEq(balance(t, address(0x1234)), 65e6, "redirected");
    }

    function test_a_pocket_obeys_the_hub_only() public {
        Terms memory t = held(BUYER_LEG);
        address pocket = pocketOf(t);
        address[3] memory to = [NOWHERE, address(0), address(0)];
        uint256[3] memory amount = [uint256(1), 0, 0];
        bytes4 reason = EscrowPocket.OnlyHub.selector;
        assertRefused(pocket, abi.encodeCall(EscrowPocket.pay, (IERC20(t.token), 1, to, amount)), reason);
        assertRefused(pocket, abi.encodeCall(EscrowPocket.payNative, (NOWHERE, 0)), reason);
        assertRefused(hub.POCKET(), abi.encodeCall(EscrowPocket.payNative, (NOWHERE, 0)), reason);
    }

    /// The seller's own contract is paid last, and calls back while the buyer's payout has failed and is not noted yet.
    function test_a_payee_that_calls_back_takes_nothing_of_the_others() public {
        TellsRecipient token = new TellsRecipient();
        CallsBack payee = new CallsBack(address(hub));
        Terms memory t = newTerms();
        t.token = address(token);
        t.sellerTo = address(payee);
        deposit(t);
        payee.add(abi.encodeCall(hub.sweep, (t)));
        token.setBlocked(BUYER_TO, true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertEq(payee.answers(0), abi.encodePacked(Reentered.selector), "answer");
        assertEq(balance(t, address(payee)), 60e6, "seller");
        assertEq(inPocket(t), 39.8e6, "the buyer's part");
        assertEq(heldOf(t, BUYER_LEG), 39.8e6, "held");
    }

    function test_nothing_that_pays_is_entered_from_within_a_payout() public {
        TellsRecipient token = new TellsRecipient();
        CallsBack payee = new CallsBack(address(hub));
        Terms memory t = newTerms();
        t.token = address(token);
        t.sellerTo = address(payee);
        deposit(t);
        Terms memory other = funded();
        payee.add(settlingBy(BUYER_ROLE, SELLER_ROLE, other, 100e6));
        payee.add(abi.encodeCall(hub.executeRefund, (other)));
        payee.add(abi.encodeCall(hub.expire, (other)));
        payee.add(abi.encodeCall(hub.payHeld, (t, BUYER_LEG)));
        payee.add(redirecting(BUYER_KEY, t, BUYER_LEG, NOWHERE));
        payee.add(abi.encodeCall(hub.sweep, (t)));
        payee.add(rescuing(SELLER_KEY, t, address(usdt), NOWHERE));
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        for (uint256 i; i < 7; ++i) assertEq(payee.answers(i), abi.encodePacked(Reentered.selector), "answer");
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, other, 100e6));
    }
}

contract SaysYes {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}

contract CallsBack {
    address private immutable HUB;
    bytes[] private calls;
    bytes[] public answers;

    constructor(address hub) {
        HUB = hub;
    }

    function add(bytes calldata data) external {
        calls.push(data);
    }

    function onReceived() external {
        for (uint256 i; i < calls.length; ++i) {
            (, bytes memory answer) = HUB.call(calls[i]);
            answers.push(answer);
        }
    }
}
