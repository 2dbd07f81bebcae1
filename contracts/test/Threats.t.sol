// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {EscrowHub} from "../src/EscrowHub.sol";
import {Tribunal} from "../src/Tribunal.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeBscUsdt, LikeUsdc} from "./tokens/Tokens.sol";

/// The fifteen threats of docs/escrow.md, each with what the contract itself does against it. The product's part has its own tests.
contract ThreatsTest is Fixture {
    function test_threat01_a_vote_counts_for_one_trade_outcome_hub_and_chain() public {
        Terms memory t = funded();
        Terms memory other = newTerms();
        other.ref = "other";
        deposit(other);
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        refusedSignature(settling(t, 100e6, a, vote(SELLER_ROLE, other, 100e6)), SELLER_ROLE);
        other = newTerms();
        other.feeOnTop = true;
        refusedSignature(settling(t, 100e6, a, vote(SELLER_ROLE, other, 100e6)), SELLER_ROLE);
        Vote memory b = vote(SELLER_ROLE, t, 100e6);
        refusedSignature(settling(t, 40e6, a, b), BUYER_ROLE);
        EscrowHub second = newHub();
        (, address pocket) = second.pocketOf(t);
        usdt.mint(pocket, 100e6);
        bytes memory data = settling(t, 100e6, a, b);
        assertRefused(address(second), data, abi.encodeWithSelector(BadSignature.selector, BUYER_ROLE));
        vm.chainId(block.chainid + 1);
        refused(data, WrongChain.selector);
    }

    function test_threat01_a_signature_of_another_domain_counts_nowhere() public {
        Terms memory t = funded();
        bytes32 structHash = keccak256(
            abi.encode(VOTE_TYPEHASH, idOf(t), pocketOf(t), SELLER_ROLE, t.token, t.amount, 100e6, 0, FOREVER)
        );
        bytes32 domain = domainOf("Sarraf Tribunal", address(hub));
        bytes memory signature = sign(SELLER_KEY, keccak256(abi.encodePacked("\x19\x01", domain, structHash)));
        Vote memory b = Vote(SELLER_ROLE, 0, FOREVER, signature);
        refusedSignature(settling(t, 100e6, vote(BUYER_ROLE, t, 100e6), b), SELLER_ROLE);
    }

    function test_threat02_one_key_is_one_vote_in_every_place_it_is_named() public {
        address tribunal = address(newTribunal(vm.addr(BUYER_KEY), vm.addr(ARBITER_KEY)));
        (uint256 low, uint256 high) = ascending(BUYER_KEY, ARBITER_KEY);
        for (uint256 i; i < 4; ++i) {
            Terms memory t = newTerms();
            t.ref = bytes32(i);
            uint256 role = i < 3 ? SELLER_ROLE : ARBITER_ROLE;
            if (i == 0) t.seller = t.buyer;
            if (i == 1) t.seller2 = t.buyer;
            if (i == 2) t.seller3 = t.buyer;
            if (i == 3) t.arbiter = tribunal;
            deposit(t);
            Vote memory a = vote(BUYER_ROLE, t, 100e6);
            Vote memory b = voteBy(BUYER_KEY, role, t, 100e6);
            bytes32 digest = arbiterDigest(t, 100e6);
            if (i == 3) b = arbiterVote(bytes.concat(sign(low, digest), sign(high, digest)));
            refused(settling(t, 100e6, a, b), BadVoters.selector);
            assertTrue(bytes(lens.check(t)).length != 0, "shown");
        }
    }

    function test_threat03_an_arbiter_vote_waits_for_its_beginning_and_ends_with_its_members() public {
        (uint256 low, uint256 high) = ascending(ARBITER_KEY, STRANGER_KEY);
        Tribunal tribunal = newTribunal(vm.addr(low), vm.addr(high));
        Terms memory t = newTerms();
        t.arbiter = address(tribunal);
        deposit(t);
        (uint256 from, uint256 until) = (NOW + 24 hours, NOW + 72 hours);
        bytes32 digest = voteDigest(ARBITER_ROLE, t, 100e6, from, until);
        Vote memory a = vote(BUYER_ROLE, t, 100e6);
        Vote memory b = Vote(ARBITER_ROLE, from, until, bytes.concat(sign(low, digest), sign(high, digest)));
        refused(settling(t, 100e6, a, b), NotYetValid.selector);
        Tribunal.Change memory change = Tribunal.Change(vm.addr(ARBITER_KEY), vm.addr(FEE_KEY), 2, 0);
        bytes32 hash = keccak256(abi.encode(tribunal.CHANGE_TYPEHASH(), change));
        digest = keccak256(abi.encodePacked("\x19\x01", domainOf("Sarraf Tribunal", address(tribunal)), hash));
        tribunal.announce(change, bytes.concat(sign(low, digest), sign(high, digest)), sign(FEE_KEY, digest));
        at(NOW + 48 hours);
        tribunal.carryOut(change);
        refusedSignature(settling(t, 100e6, a, b), ARBITER_ROLE);
    }

    function test_threat04_changed_terms_are_another_address_and_a_claim_needs_the_deposit() public {
        Terms memory t = funded();
        Terms memory forged = newTerms();
        forged.buyerTo = NOWHERE;
        assertTrue(pocketOf(forged) != pocketOf(t), "the same address");
        (bool isDone, ) = address(hub).call(claiming(BUYER_KEY, forged, FOREVER));
        assertTrue(!isDone, "a claim on nothing");
        (isDone, ) = address(hub).call(settling(forged, 100e6, vote(BUYER_ROLE, t, 100e6), vote(SELLER_ROLE, t, 100e6)));
        assertTrue(!isDone, "votes for other terms");
    }

    function test_threat05_no_refund_overtakes_a_payment() public {
        Terms memory t = newTerms();
        at(t.payBy);
        done(requesting(SELLER_KEY, t, FOREVER)); // the clock runs on an empty pocket
        at(t.payBy + 59 minutes);
        deposit(t);
        at(t.payBy + 2 hours);
        refused(abi.encodeCall(hub.executeRefund, (t)), FundedSinceRequest.selector);
        done(requesting(SELLER_KEY, t, FOREVER));
        at(t.payBy + 3 hours - 1);
        refused(abi.encodeCall(hub.executeRefund, (t)), TooEarly.selector);
        done(claiming(BUYER_KEY, t, FOREVER));
        at(t.finalAt - 1);
        refused(abi.encodeCall(hub.executeRefund, (t)), NoRefundRequested.selector);
        refused(abi.encodeCall(hub.expire, (t)), TooEarly.selector);
    }

    function test_threat06_a_false_claim_ends_by_the_arbiter_and_the_sellers_earlier_signature() public {
        Terms memory t = newTerms();
        Vote memory signedBeforeTheDeposit = vote(SELLER_ROLE, t, 0);
        (bool isDone, ) = address(hub).call(claiming(BUYER_KEY, t, FOREVER));
        assertTrue(!isDone, "claimed on an empty pocket");
        deposit(t);
        done(claiming(BUYER_KEY, t, FOREVER));
        done(settling(t, 0, signedBeforeTheDeposit, vote(ARBITER_ROLE, t, 0)));
        assertPaid(t, 0, 0, 100e6);
    }

    function test_threat07_the_platform_alone_pays_no_one_and_with_a_party_only_the_two() public {
        Terms memory t = funded();
        Vote memory arbiter = vote(ARBITER_ROLE, t, 100e6);
        Vote memory fee = voteBy(FEE_KEY, BUYER_ROLE, t, 100e6);
        refusedSignature(settling(t, 100e6, fee, arbiter), BUYER_ROLE);
        refused(settling(t, 100e6, arbiter, arbiter), BadVoters.selector);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 100e6));
        assertEq(balance(t, BUYER_TO) + balance(t, SELLER_TO) + balance(t, FEE_TO), 100e6, "a third was paid");
        assertTrue(balance(t, FEE_TO) <= 1e6, "more than the largest fee");
    }

    function test_threat08_every_stored_signature_together_moves_only_as_agreed() public {
        Terms memory t = funded();
        Vote memory buyerTakes = vote(BUYER_ROLE, t, 100e6);
        Vote memory sellerTakes = vote(SELLER_ROLE, t, 0);
        bytes memory request = requesting(SELLER_KEY, t, FOREVER);
        refusedSignature(settling(t, 100e6, buyerTakes, sellerTakes), SELLER_ROLE);
        refusedSignature(settling(t, 0, buyerTakes, sellerTakes), BUYER_ROLE);
        refusedSignature(settling(t, 50e6, buyerTakes, sellerTakes), BUYER_ROLE);
        refused(request, TooEarly.selector);
        done(claiming(BUYER_KEY, t, FOREVER));
        at(t.payBy);
        refused(request, PaymentClaimed.selector);
        assertPaid(t, 0, 0, 0);
    }

    function test_threat09_a_frozen_pocket_is_one_trade() public {
        Terms memory t = funded();
        Terms memory other = newTerms();
        other.ref = "other";
        deposit(other);
        usdt.setBlocked(pocketOf(t), true);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, other, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 0);
        assertEq(heldOf(t, BUYER_LEG) + heldOf(t, FEE_LEG), 100e6, "held");
    }

    function test_threat10_a_payee_that_cannot_be_paid_stops_no_other() public {
        LikeUsdc token = new LikeUsdc();
        Terms memory t = newTerms();
        t.token = address(token);
        deposit(t);
        token.setBlocked(SELLER_TO, true);
        token.setBlocked(FEE_TO, true);
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
        assertPaid(t, 39.8e6, 0, 0);
        done(redirecting(SELLER_KEY, t, SELLER_LEG, address(0x1234)));
        assertEq(token.balanceOf(address(0x1234)), 60e6, "redirected");
        assertEq(inPocket(t), 0.2e6, "the fee waits");
    }

    /// The terms and the signatures of a bundle are all that a stranger needs; and the deadline needs the terms only.
    function test_threat11_a_bundle_is_enough() public {
        Terms memory t = funded();
        bytes memory bundle = settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6);
        vm.prank(NOWHERE);
        done(bundle);
        assertPaid(t, 99.5e6, 0.5e6, 0);
        Terms memory lost = newTerms();
        lost.ref = "lost";
        deposit(lost);
        at(lost.finalAt);
        vm.prank(NOWHERE);
        done(abi.encodeCall(hub.expire, (lost)));
        assertPaid(t, 99.5e6, 0.5e6, 100e6);
    }

    function test_threat12_sent_twice_is_done_once_by_any_sender() public {
        Terms memory t = funded();
        bytes memory data = settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6);
        vm.prank(NOWHERE);
        done(data);
        refused(data, AlreadySettled.selector);
        fund(t, 100e6);
        refused(data, AlreadySettled.selector);
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_threat13_an_employee_alone_takes_nothing_and_terms_are_frozen() public {
        LikeUsdc token = new LikeUsdc();
        Terms memory t = newTerms();
        t.token = address(token);
        deposit(t);
        Vote memory owner = vote(SELLER_ROLE, t, 0);
        refused(settling(t, 0, voteBy(EMPLOYEE_KEY, SELLER_ROLE, t, 0), owner), BadVoters.selector);
        usdt.mint(pocketOf(t), 5e6);
        refusedSignature(rescuing(EMPLOYEE_KEY, t, address(usdt), NOWHERE), SELLER_ROLE);
        token.setBlocked(SELLER_TO, true);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0));
        refusedSignature(redirecting(EMPLOYEE_KEY, t, SELLER_LEG, NOWHERE), SELLER_ROLE);
        assertEq(heldOf(t, SELLER_LEG), 100e6, "held for the owner");
    }

    function test_threat14_the_wrong_network_and_the_wrong_token_come_back() public {
        Terms memory t = newTerms();
        t.chainId = block.chainid + 1; // a trade of another chain, deposited here
        deposit(t);
        LikeBscUsdt wrong = new LikeBscUsdt();
        wrong.mint(pocketOf(t), 7e18);
        refusedSignature(rescuing(STRANGER_KEY, t, t.token, NOWHERE), SELLER_ROLE);
        done(rescuing(SELLER_KEY, t, t.token, address(0x1234)));
        done(rescuing(SELLER_KEY, t, address(wrong), address(0x1234)));
        assertEq(balance(t, address(0x1234)) + wrong.balanceOf(address(0x1234)), 100e6 + 7e18, "rescued");
    }

    function test_threat15_what_is_paid_is_what_the_books_divide() public {
        Terms memory t = newTerms();
        (t.token, t.unit, t.amount, t.feeOnTop) = (address(new LikeBscUsdt()), 1e12, 33_333_333, true);
        deposit(t);
        fund(t, 123_456_789); // dust below a micro
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 11_111_111));
        // 11,111,111 * 50 / 10,000 = 55,555.5 micro; of the whole amount 166,666.6
        assertPaid(t, 11_111_111e12, 55_555e12, (33_333_333 + 166_666 - 11_111_111 - 55_555) * 1e12 + 123_456_789);
    }
}
