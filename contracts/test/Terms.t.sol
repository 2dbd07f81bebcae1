// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {Fixture, Token} from "./support/Fixture.sol";
import {LikeBscUsdt} from "./tokens/Tokens.sol";

/// The id, the address and the division of any terms.
contract TermsTest is Fixture {
    uint256 private constant FIELDS = 18;
    LikeBscUsdt internal bsc;

    function setUp() public override {
        super.setUp();
        bsc = new LikeBscUsdt();
    }

    /// The struct is flat, so its words are those that ABI encoding has.
    function withWord(Terms memory t, uint256 field, uint256 word) private pure returns (Terms memory changed) {
        bytes memory encoded = abi.encode(t);
        assembly {
            mstore(add(add(encoded, 32), mul(field, 32)), word)
        }
        return abi.decode(encoded, (Terms));
    }

    function wordOf(Terms memory t, uint256 field) private pure returns (uint256 word) {
        bytes memory encoded = abi.encode(t);
        assembly {
            word := mload(add(add(encoded, 32), mul(field, 32)))
        }
    }

    function test_the_id_is_the_typed_data_hash_of_the_terms() public view {
        Terms memory t = newTerms();
        assertEq(uint256(hub.tradeIdOf(t)), uint256(keccak256(abi.encode(TERMS_TYPEHASH, t))), "id");
        assertEq(abi.encode(t).length, FIELDS * 32, "fields");
    }

    function test_the_pocket_is_a_clone_at_an_address_made_of_the_id() public {
        Terms memory t = funded();
        (bytes32 id, address pocket) = hub.pocketOf(t);
        bytes32 code = keccak256(
            abi.encodePacked(hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", hub.POCKET(), hex"5af43d82803e903d91602b57fd5bf3")
        );
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(hub), id, code));
        assertEq(pocket, address(uint160(uint256(hash))), "CREATE2");
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0));
        assertEq(pocket.code.length, 45, "code");
    }

    function testFuzz_each_field_is_in_the_address(uint256 field, uint160 word) public view {
        Terms memory t = newTerms();
        field = bound(field, 0, FIELDS - 1);
        uint256 other = field == 6 ? 1 : uint256(word);
        vm.assume(other != wordOf(t, field));
        Terms memory changed = withWord(t, field, other);
        assertTrue(hub.tradeIdOf(changed) != hub.tradeIdOf(t), "the same id");
        assertTrue(pocketOf(changed) != pocketOf(t), "the same pocket");
    }

    /// Other words for the same address or flag would be another id of the same trade.
    function test_words_that_no_terms_have_are_refused() public {
        bytes memory call = abi.encodeCall(hub.tradeIdOf, (newTerms()));
        for (uint256 field; field < FIELDS; ++field) {
            bool isAddress = field == 2 || (field >= 7 && field <= 14);
            if (!isAddress && field != 6) continue;
            bytes memory dirty = bytes.concat(call);
            uint256 bit = isAddress ? 1 << 160 : 2;
            assembly {
                let place := add(add(dirty, 36), mul(field, 32))
                mstore(place, or(mload(place), bit))
            }
            (bool isDone, ) = address(hub).call(dirty);
            assertTrue(!isDone, "accepted");
        }
    }

    struct Case {
        Terms terms;
        uint256 released;
        uint256 dust;
        uint256 toBuyer;
        uint256 fee;
    }

    /// The same sum in another form than the contract's: whole bps first, then what is left of them.
    function feeOf(uint256 released) private pure returns (uint256) {
        return (released / 10_000) * 50 + ((released % 10_000) * 50) / 10_000;
    }

    function testFuzz_settles_what_divides(
        uint256 amount,
        uint256 released,
        bool onTop,
        bool hasEighteen,
        uint256 dust
    ) public {
        Case memory c;
        c.terms = newTerms();
        c.terms.amount = bound(amount, 1, 1e15);
        c.terms.feeOnTop = onTop;
        if (hasEighteen) (c.terms.token, c.terms.unit) = (address(bsc), 1e12);
        c.released = bound(released, 0, c.terms.amount);
        c.dust = bound(dust, 0, 5 * c.terms.unit);
        settleAndCompare(c);
    }

    function settleAndCompare(Case memory c) private {
        Terms memory t = c.terms;
        uint256 whole = onTopOr(t, t.amount) * t.unit;
        assertEq(hub.depositOf(t), whole, "deposit");
        fund(t, whole + c.dust);
        c.fee = feeOf(c.released) * t.unit;
        c.toBuyer = onTopOr(t, c.released) * t.unit - c.fee;
        done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, c.released));
        assertPaid(t, c.toBuyer, c.fee, whole + c.dust - c.toBuyer - c.fee);
        assertEq(inPocket(t), 0, "left");
    }

    function onTopOr(Terms memory t, uint256 micro) private pure returns (uint256) {
        return t.feeOnTop ? micro + feeOf(micro) : micro;
    }

    function test_more_than_traded_is_not_divided() public {
        Terms memory t = newTerms();
        refused(abi.encodeCall(hub.divide, (t, t.amount + 1)), MoreThanTraded.selector);
        (uint256 toBuyer, uint256 fee) = hub.divide(t, t.amount);
        assertEq(toBuyer * 1e9 + fee, 99.5e6 * 1e9 + 0.5e6, "whole");
    }

    /// Terms that should not have been shown must not lock a deposit: a deadline returns it.
    function testFuzz_any_terms_can_be_returned(uint256 field, uint256 word, uint256 value) public {
        field = bound(field, 3, FIELDS - 2);
        Terms memory t = newTerms();
        bool isAddress = field >= 7 && field <= 14;
        if (field == 13) return; // sellerTo: a zero or a blocked address is held, see Leftovers
        t = withWord(t, field, isAddress ? uint160(word) : field == 6 ? word % 2 : word);
        value = bound(value, 1, 1e30);
        fund(t, value);
        vm.warp(t.finalAt);
        done(abi.encodeCall(hub.expire, (t)));
        assertEq(balance(t, t.sellerTo), value, "seller");
    }
}
