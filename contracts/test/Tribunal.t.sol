// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {Tribunal} from "../src/Tribunal.sol";
import {Fixture} from "./support/Fixture.sol";

/**
 * tribunal
 * ├── votes by exactly `threshold` members, each once, in order
 * ├── no member is also the other voter
 * └── members change by as many signatures, 48 hours later; a change can be withdrawn or replaced
 */
contract TribunalTest is Fixture {
    uint256 private constant FRESH_KEY = 0xF4E5;
    address private FRESH = vm.addr(FRESH_KEY);

    Tribunal internal tribunal;
    uint256[] internal keys;

    function setUp() public override {
        super.setUp();
        keys = ascending([uint256(0xA1), 0xA2, 0xA3]);
        tribunal = newTribunal(addresses(keys), 2);
    }

    function ascending(uint256[3] memory unsorted) private pure returns (uint256[] memory sorted) {
        sorted = new uint256[](3);
        for (uint256 i; i < 3; ++i) sorted[i] = unsorted[i];
        for (uint256 i; i < 3; ++i) {
            for (uint256 j = i + 1; j < 3; ++j) {
                if (vm.addr(sorted[i]) > vm.addr(sorted[j])) (sorted[i], sorted[j]) = (sorted[j], sorted[i]);
            }
        }
    }

    function addresses(uint256[] memory list) private pure returns (address[] memory found) {
        found = new address[](list.length);
        for (uint256 i; i < list.length; ++i) found[i] = vm.addr(list[i]);
    }

    function tried() private returns (Terms memory t) {
        t = newTerms();
        t.arbiter = address(tribunal);
        deposit(t);
    }

    function signed(bytes32 digest, uint256 a, uint256 b) private pure returns (bytes memory) {
        return bytes.concat(sign(a, digest), sign(b, digest));
    }

    function judged(Terms memory t, uint256 a, uint256 b) private view returns (bytes memory) {
        Vote memory arbiters = arbiterVote(signed(arbiterDigest(t, 40e6), a, b));
        return settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), arbiters);
    }

    function test_two_of_three_members_decide_with_a_party() public {
        Terms memory t = tried();
        done(judged(t, keys[0], keys[2]));
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
    }

    function test_members_sign_each_once_in_order_and_strangers_not_at_all() public {
        Terms memory t = tried();
        refusedSignature(judged(t, keys[1], keys[1]), ARBITER_ROLE);
        refusedSignature(judged(t, keys[2], keys[0]), ARBITER_ROLE);
        (uint256 low, uint256 high) = vm.addr(keys[0]) < vm.addr(STRANGER_KEY) ? (keys[0], STRANGER_KEY) : (STRANGER_KEY, keys[0]);
        refusedSignature(judged(t, low, high), ARBITER_ROLE);
    }

    function test_exactly_as_many_signatures_as_the_threshold() public {
        Terms memory t = tried();
        bytes32 digest = arbiterDigest(t, 40e6);
        Vote memory a = vote(BUYER_ROLE, t, 40e6);
        Vote memory b = arbiterVote(sign(keys[0], digest));
        refusedSignature(settling(t, 40e6, a, b), ARBITER_ROLE);
        b.signature = bytes.concat(signed(digest, keys[0], keys[1]), sign(keys[2], digest));
        refusedSignature(settling(t, 40e6, a, b), ARBITER_ROLE);
        b.signature = "";
        refusedSignature(settling(t, 40e6, a, b), ARBITER_ROLE);
    }

    function test_a_high_s_of_a_member_is_refused() public {
        Terms memory t = tried();
        bytes32 digest = arbiterDigest(t, 40e6);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[1], digest);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory high = abi.encodePacked(r, order - uint256(s), v == 27 ? uint8(28) : uint8(27));
        Vote memory b = arbiterVote(bytes.concat(sign(keys[0], digest), high));
        refusedSignature(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), ARBITER_ROLE);
    }

    function test_a_member_is_never_the_other_voter() public {
        Terms memory t = newTerms();
        t.arbiter = address(tribunal);
        t.seller2 = vm.addr(keys[1]);
        t.buyer = vm.addr(keys[0]);
        deposit(t);
        Vote memory b = arbiterVote(signed(arbiterDigest(t, 40e6), keys[0], keys[1]));
        refused(settling(t, 40e6, voteBy(keys[0], BUYER_ROLE, t, 40e6), b), BadVoters.selector);
        refused(settling(t, 40e6, voteBy(keys[1], SELLER_ROLE, t, 40e6), b), BadVoters.selector);
    }

    /// The seller's side would count twice, whichever of its keys signs as seller.
    function test_no_key_of_the_party_that_votes_sits_in_the_tribunal() public {
        for (uint256 i; i < 3; ++i) {
            Terms memory t = newTerms();
            t.ref = bytes32(i);
            t.arbiter = address(tribunal);
            if (i == 0) t.seller2 = vm.addr(keys[1]);
            if (i == 1) t.seller3 = vm.addr(keys[1]);
            if (i == 2) (t.seller, t.seller2) = (vm.addr(keys[1]), vm.addr(SELLER_KEY));
            deposit(t);
            Vote memory b = arbiterVote(signed(arbiterDigest(t, 40e6), keys[0], keys[2]));
            refused(settling(t, 40e6, vote(SELLER_ROLE, t, 40e6), b), BadVoters.selector);
            done(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b));
        }
    }

    /// Who signs for the tribunal has not signed for the seller.
    function test_a_vote_counts_in_its_role_only() public {
        Terms memory t = tried();
        t.seller2 = vm.addr(keys[0]);
        deposit(t);
        Vote memory b = arbiterVote(sign(keys[0], arbiterDigest(t, 40e6)));
        b.role = SELLER_ROLE;
        refusedSignature(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), SELLER_ROLE);
    }

    function test_no_key_of_the_party_that_votes_is_the_arbiter() public {
        Terms memory t = newTerms();
        t.seller2 = t.arbiter;
        deposit(t);
        refused(settlingBy(SELLER_ROLE, ARBITER_ROLE, t, 40e6), BadVoters.selector);
    }

    function test_an_arbiters_vote_lasts_48_hours_at_most() public {
        Terms memory t = tried();
        bytes32 digest = voteDigest(ARBITER_ROLE, t, 40e6, NOW, NOW + 48 hours + 1);
        Vote memory b = Vote(ARBITER_ROLE, NOW, NOW + 48 hours + 1, signed(digest, keys[0], keys[1]));
        refused(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), VoteTooLong.selector);
        t = funded();
        b = Vote(ARBITER_ROLE, 0, FOREVER, sign(ARBITER_KEY, voteDigest(ARBITER_ROLE, t, 40e6, 0, FOREVER)));
        refused(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), VoteTooLong.selector);
    }

    /// Signed before a change was announced, it has ended when the change takes effect.
    function test_no_lower_threshold_completes_an_older_vote() public {
        Terms memory t = tried();
        apply_(changed(address(0), address(0), 3));
        bytes32 digest = arbiterDigest(t, 40e6);
        Vote memory b = arbiterVote(signed(digest, keys[0], keys[1]));
        refusedSignature(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), ARBITER_ROLE);
        at(block.timestamp + 1);
        Tribunal.Change memory lower = changed(address(0), address(0), 2);
        digest = tribunalDigest(keccak256(abi.encode(tribunal.CHANGE_TYPEHASH(), lower)));
        bytes memory three = bytes.concat(signed(digest, keys[0], keys[1]), sign(keys[2], digest));
        tribunal.announce(lower, three, "");
        at(block.timestamp + 48 hours);
        tribunal.carryOut(lower);
        refused(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), SignatureExpired.selector);
    }

    function test_an_arbiter_that_does_not_know_its_members_still_votes() public {
        Terms memory t = newTerms();
        t.arbiter = address(new SaysYesOnly());
        deposit(t);
        done(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), arbiterVote("")));
        assertPaid(t, 39.8e6, 0.2e6, 60e6);
    }

    function test_an_arbiters_refusal_is_one() public {
        Terms memory t = newTerms();
        t.arbiter = address(usdt);
        deposit(t);
        Vote memory b = arbiterVote("");
        refusedSignature(settling(t, 40e6, vote(BUYER_ROLE, t, 40e6), b), ARBITER_ROLE);
    }

    // Members

    function changed(address leaving, address joining, uint256 threshold) private view returns (Tribunal.Change memory) {
        return Tribunal.Change(leaving, joining, threshold, tribunal.nonce());
    }

    function tribunalDigest(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = domainOf("Sarraf Tribunal", address(tribunal));
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }

    function announcing(Tribunal.Change memory change, uint256 a, uint256 b) private view returns (bytes memory) {
        bytes32 digest = tribunalDigest(keccak256(abi.encode(tribunal.CHANGE_TYPEHASH(), change)));
        return abi.encodeCall(tribunal.announce, (change, signed(digest, a, b), consent(change, digest)));
    }

    /// Of the key that joins, which the tests know.
    function consent(Tribunal.Change memory change, bytes32 digest) private view returns (bytes memory) {
        if (change.joining == FRESH) return sign(FRESH_KEY, digest);
        return change.joining == vm.addr(keys[0]) ? sign(keys[0], digest) : bytes("");
    }

    function withdrawing(uint256 nonce, uint256 a, uint256 b) private view returns (bytes memory) {
        bytes32 digest = tribunalDigest(keccak256(abi.encode(tribunal.WITHDRAWAL_TYPEHASH(), nonce)));
        return abi.encodeCall(tribunal.withdraw, (nonce, signed(digest, a, b)));
    }

    function test_a_member_is_replaced_after_48_hours() public {
        Tribunal.Change memory change = changed(vm.addr(keys[1]), FRESH, 2);
        assertDone(address(tribunal), announcing(change, keys[0], keys[1]));
        bytes memory carryOut = abi.encodeCall(tribunal.carryOut, (change));
        at(NOW + 48 hours - 1);
        assertRefused(address(tribunal), carryOut, Tribunal.TooEarly.selector);
        at(NOW + 48 hours);
        assertDone(address(tribunal), carryOut);
        assertTrue(!tribunal.isMember(vm.addr(keys[1])) && tribunal.isMember(FRESH), "members");
        assertEq(tribunal.memberCount(), 3, "count");
        Terms memory t = tried();
        refusedSignature(judged(t, keys[0], keys[1]), ARBITER_ROLE);
        assertRefused(address(tribunal), carryOut, Tribunal.NotAnnounced.selector);
    }

    function test_members_join_and_leave_and_the_threshold_moves() public {
        apply_(changed(address(0), FRESH, 3));
        assertEq(tribunal.memberCount() * 10 + tribunal.threshold(), 43, "joined");
    }

    function test_a_member_leaves() public {
        apply_(changed(vm.addr(keys[2]), address(0), 2));
        assertEq(tribunal.memberCount() * 10 + tribunal.threshold(), 22, "left");
    }

    function apply_(Tribunal.Change memory change) private {
        assertDone(address(tribunal), announcing(change, keys[0], keys[1]));
        at(block.timestamp + 48 hours);
        tribunal.carryOut(change);
    }

    function test_a_change_needs_the_signatures_of_the_threshold() public {
        Tribunal.Change memory change = changed(address(0), FRESH, 2);
        assertRefused(address(tribunal), announcing(change, keys[0], keys[0]), Tribunal.BadSignatures.selector);
        assertRefused(address(tribunal), announcing(change, keys[0], STRANGER_KEY), Tribunal.BadSignatures.selector);
        change.nonce = 1;
        assertRefused(address(tribunal), announcing(change, keys[0], keys[1]), Tribunal.BadNonce.selector);
    }

    function test_a_member_joins_by_its_own_signature() public {
        Tribunal.Change memory change = changed(address(0), FRESH, 2);
        bytes32 digest = tribunalDigest(keccak256(abi.encode(tribunal.CHANGE_TYPEHASH(), change)));
        bytes memory signatures = signed(digest, keys[0], keys[1]);
        bytes memory announce = abi.encodeCall(tribunal.announce, (change, signatures, ""));
        assertRefused(address(tribunal), announce, Tribunal.BadConsent.selector);
        announce = abi.encodeCall(tribunal.announce, (change, signatures, sign(STRANGER_KEY, digest)));
        assertRefused(address(tribunal), announce, Tribunal.BadConsent.selector);
        assertDone(address(tribunal), announcing(change, keys[0], keys[1]));
    }

    function test_a_change_is_announced_once_per_signature() public {
        Tribunal.Change memory change = changed(address(0), FRESH, 2);
        bytes memory announce = announcing(change, keys[0], keys[1]);
        assertDone(address(tribunal), announce);
        assertRefused(address(tribunal), announce, Tribunal.BadNonce.selector);
    }

    function test_a_later_change_replaces_the_former() public {
        Tribunal.Change memory former = changed(address(0), FRESH, 2);
        assertDone(address(tribunal), announcing(former, keys[0], keys[1]));
        at(NOW + 47 hours);
        Tribunal.Change memory later = changed(address(0), address(0), 2);
        assertDone(address(tribunal), announcing(later, keys[1], keys[2]));
        at(NOW + 48 hours);
        assertRefused(address(tribunal), abi.encodeCall(tribunal.carryOut, (former)), Tribunal.NotAnnounced.selector);
        assertRefused(address(tribunal), abi.encodeCall(tribunal.carryOut, (later)), Tribunal.TooEarly.selector);
    }

    function test_a_change_is_void_after_seven_days() public {
        Tribunal.Change memory change = changed(address(0), address(0), 3);
        assertDone(address(tribunal), announcing(change, keys[0], keys[1]));
        at(NOW + 48 hours + 7 days + 1);
        assertRefused(address(tribunal), abi.encodeCall(tribunal.carryOut, (change)), Tribunal.TooLate.selector);
        at(NOW + 48 hours + 7 days);
        assertDone(address(tribunal), abi.encodeCall(tribunal.carryOut, (change)));
    }

    function test_a_signed_change_is_voided_before_it_is_announced() public {
        bytes memory announce = announcing(changed(address(0), FRESH, 2), keys[0], keys[1]);
        assertDone(address(tribunal), withdrawing(0, keys[1], keys[2]));
        assertRefused(address(tribunal), announce, Tribunal.BadNonce.selector);
    }

    function test_a_change_is_withdrawn() public {
        Tribunal.Change memory change = changed(address(0), FRESH, 2);
        assertDone(address(tribunal), announcing(change, keys[0], keys[1]));
        assertRefused(address(tribunal), withdrawing(0, keys[1], keys[2]), Tribunal.BadNonce.selector);
        assertRefused(address(tribunal), withdrawing(1, keys[1], STRANGER_KEY), Tribunal.BadSignatures.selector);
        assertDone(address(tribunal), withdrawing(1, keys[1], keys[2]));
        at(NOW + 48 hours);
        assertRefused(address(tribunal), abi.encodeCall(tribunal.carryOut, (change)), Tribunal.NotAnnounced.selector);
    }

    function test_no_change_leaves_an_impossible_tribunal() public {
        Tribunal.Change[6] memory bad = [
            changed(address(0x99), address(0), 2), // leaves without being a member
            changed(address(0), vm.addr(keys[0]), 2), // joins twice
            changed(vm.addr(keys[0]), address(0), 3), // more than there are
            changed(address(0), address(0), 0), // no member decides
            changed(address(0), address(0), 1), // one alone decides
            changed(address(0), address(0), 4)
        ];
        for (uint256 i; i < 6; ++i) {
            uint256 before = vm.snapshotState();
            assertDone(address(tribunal), announcing(bad[i], keys[0], keys[1]));
            at(NOW + 48 hours);
            bytes memory carryOut = abi.encodeCall(tribunal.carryOut, (bad[i]));
            assertRefused(address(tribunal), carryOut, Tribunal.BadMembers.selector);
            vm.revertToState(before);
        }
    }

    function test_it_begins_with_members_and_a_threshold() public {
        address[] memory members = addresses(keys);
        members[1] = members[0];
        try new Tribunal(members, 2) {
            revert("a member twice");
        } catch {}
        members[1] = address(0);
        try new Tribunal(members, 2) {
            revert("no member");
        } catch {}
        try new Tribunal(addresses(keys), 4) {
            revert("too many");
        } catch {}
        try new Tribunal(addresses(keys), 1) {
            revert("one alone decides");
        } catch {}
    }
}

contract SaysYesOnly {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
