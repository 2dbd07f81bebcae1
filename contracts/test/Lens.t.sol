// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {EscrowLens} from "../src/EscrowLens.sol";
import {Tribunal} from "../src/Tribunal.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeBscUsdt, LikeUsdc, TellsNoBalance} from "./tokens/Tokens.sol";

/// What a watcher reads, and each rule of new terms.
contract LensTest is Fixture {
    function test_good_terms_break_no_rule() public view {
        assertReason(newTerms(), "");
    }

    function test_reads_trades_at_one_block() public {
        LikeUsdc token = new LikeUsdc();
        bytes32[] memory ids = new bytes32[](3);
        for (uint256 i; i < 3; ++i) {
            Terms memory t = newTerms();
            t.ref = bytes32(i);
            t.token = address(token);
            ids[i] = idOf(t);
            if (i != 0) deposit(t);
            if (i == 1) {
                at(t.payBy);
                done(requesting(SELLER_KEY, t, FOREVER));
            }
            if (i == 2) {
                done(claiming(BUYER_KEY, t, FOREVER));
                token.setBlocked(BUYER_TO, true);
                done(settlingBy(BUYER_ROLE, ARBITER_ROLE, t, 40e6));
            }
        }
        vm.roll(77);
        (uint256 number, uint256 time, EscrowLens.Trade[] memory trades) = lens.read(address(token), ids);
        assertEq(number, 77, "number");
        assertEq(time, NOW + 1 hours, "time");
        for (uint256 i; i < 3; ++i) assertTrue(trades[i].isCounted, "counted");
        assertEq(trades[1].refundBlock, 1 + 30 minutes + 400, "refundBlock");
        assertTrade(trades[0], 0, false, false, false, 0, 0);
        assertTrade(trades[1], 100e6, false, false, true, NOW + 2 hours, 0);
        assertTrade(trades[2], 39.8e6, true, true, false, 0, 39.8e6);
    }

    function test_a_balance_that_is_not_told_hides_no_state() public {
        Terms memory t = funded();
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = idOf(t);
        done(claiming(BUYER_KEY, t, FOREVER));
        address silent = address(new TellsNoBalance());
        (, , EscrowLens.Trade[] memory trades) = lens.read(silent, ids);
        assertTrue(!trades[0].isCounted && trades[0].balance == 0 && trades[0].claimed, "read");
        (, , trades) = lens.read(address(0x1234), ids);
        assertTrue(!trades[0].isCounted && trades[0].claimed, "read");
    }

    /// As USDT0, USDC and Ethereum's USDT name the question.
    function test_check_no_payee_is_blocked_by_the_token() public {
        for (uint256 i; i < 12; ++i) {
            BlocksByName token = new BlocksByName(
                i < 4 ? "isBlocked(address)" : i < 8 ? "isBlacklisted(address)" : "isBlackListed(address)"
            );
            Terms memory t = newTerms();
            t.token = address(token);
            assertReason(t, "");
            address[4] memory payees = [t.buyerTo, t.sellerTo, t.feeTo, pocketOf(t)];
            token.setBlocked(payees[i % 4]);
            assertReason(t, "blocked");
        }
    }

    function assertTrade(
        EscrowLens.Trade memory trade,
        uint256 balance_,
        bool settled,
        bool claimed,
        bool full,
        uint256 refundAt,
        uint256 heldForBuyer
    ) private pure {
        assertEq(trade.balance, balance_, "balance");
        assertTrue(trade.settled == settled && trade.claimed == claimed && trade.full == full, "state");
        assertEq(trade.refundAt, refundAt, "refundAt");
        assertEq(trade.held[0], heldForBuyer, "held");
        assertEq(trade.held[1] + trade.held[2], 0, "held for others");
    }

    function assertReason(Terms memory t, string memory want) private view {
        assertEq(bytes(lens.check(t)), bytes(want), "reason");
    }

    function test_check_chain_token_and_amount() public {
        Terms memory t = newTerms();
        t.chainId++;
        assertReason(t, "wrong_chain");
        t = newTerms();
        t.token = address(0x1234);
        assertReason(t, "token_without_code");
        t.token = address(new LikeBscUsdt());
        assertReason(t, "unit");
        t.unit = 1e12;
        assertReason(t, "");
        t.token = address(hub);
        assertReason(t, "unit");
        t = newTerms();
        t.amount = 0;
        assertReason(t, "amount");
        t.amount = 1e15 + 1;
        assertReason(t, "amount");
        t.amount = 1e15;
        assertReason(t, "");
    }

    /// A unit of 0 would make every payout nothing.
    function test_check_a_token_of_unusual_decimals_is_refused() public {
        Terms memory t = newTerms();
        t.token = address(new FiveDecimals());
        for (uint256 i; i < 2; ++i) {
            t.unit = i;
            assertReason(t, "unit");
        }
    }

    function test_check_keys() public {
        for (uint256 i; i < 3; ++i) {
            Terms memory t = newTerms();
            if (i == 0) t.buyer = address(0);
            if (i == 1) t.seller = address(0);
            if (i == 2) t.arbiter = address(0);
            assertReason(t, "zero_key");
        }
        Terms memory none = newTerms();
        (none.seller2, none.seller3) = (address(0), address(0));
        assertReason(none, "");
        for (uint256 i; i < 5; ++i) {
            for (uint256 j = i + 1; j < 5; ++j) assertReason(withKey(newTerms(), j, keyAt(newTerms(), i)), "repeated_key");
        }
        for (uint256 i; i < 4; ++i) {
            assertReason(withKey(newTerms(), i, address(this)), "contract_key");
            vm.etch(address(0xD0 + uint160(i)), abi.encodePacked(hex"ef0100", address(this)));
            assertReason(withKey(newTerms(), i, address(0xD0 + uint160(i))), "");
        }
        assertReason(withKey(newTerms(), 4, address(this)), "");
    }

    function test_check_no_party_sits_in_the_tribunal() public {
        for (uint256 i; i < 4; ++i) {
            Terms memory t = newTerms();
            t.arbiter = address(newTribunal(keyAt(t, i), address(0x77)));
            assertReason(t, "party_in_tribunal");
            t.arbiter = address(newTribunal(address(0x78), address(0x77)));
            assertReason(t, "");
        }
    }

    function keyAt(Terms memory t, uint256 i) private pure returns (address) {
        address[5] memory keys = [t.buyer, t.seller, t.seller2, t.seller3, t.arbiter];
        return keys[i];
    }

    function withKey(Terms memory t, uint256 i, address key) private pure returns (Terms memory) {
        if (i == 0) t.buyer = key;
        if (i == 1) t.seller = key;
        if (i == 2) t.seller2 = key;
        if (i == 3) t.seller3 = key;
        if (i == 4) t.arbiter = key;
        return t;
    }

    function test_check_payees() public view {
        Terms memory t = newTerms();
        t.buyerTo = address(0);
        assertReason(t, "zero_payee");
        t = newTerms();
        t.sellerTo = address(0);
        assertReason(t, "zero_payee");
        address[3] memory bad = [t.token, address(hub), hub.POCKET()];
        for (uint256 i; i < 9; ++i) {
            t = newTerms();
            if (i % 3 == 0) t.buyerTo = bad[i / 3];
            if (i % 3 == 1) t.sellerTo = bad[i / 3];
            if (i % 3 == 2) t.feeTo = bad[i / 3];
            assertReason(t, "bad_payee");
        }
    }

    function test_check_fee() public view {
        Terms memory t = newTerms();
        t.feeBps = 101;
        assertReason(t, "fee");
        t.feeBps = 100;
        assertReason(t, "");
        t.feeTo = address(0);
        assertReason(t, "fee");
        t.feeBps = 0;
        assertReason(t, "");
    }

    function test_check_times() public view {
        uint256[2][10] memory cases = [
            [uint256(NOW + 15 minutes - 1), 0],
            [uint256(NOW + 15 minutes), 1],
            [uint256(NOW + 30 days), 1],
            [uint256(NOW + 30 days + 1), 0],
            [uint256(1 hours - 1), 2],
            [uint256(7 days + 1), 2],
            [uint256(7 days), 1],
            [uint256(1 hours), 1],
            [uint256(0), 3],
            [uint256(1), 3]
        ];
        string[4] memory reasons = ["pay_by", "", "challenge", "final_at"];
        for (uint256 i; i < 10; ++i) {
            Terms memory t = newTerms();
            if (i < 4) t.payBy = cases[i][0];
            else if (i < 8) t.challenge = cases[i][0];
            else t.finalAt = i == 8 ? t.payBy + t.challenge + 7 days - 1 : t.payBy + 180 days + 1;
            assertReason(t, reasons[cases[i][1]]);
        }
        Terms memory edge = newTerms();
        edge.finalAt = edge.payBy + edge.challenge + 7 days;
        assertReason(edge, "");
        edge.finalAt = edge.payBy + 180 days;
        assertReason(edge, "");
    }

    function test_check_settled_terms_are_not_new() public {
        Terms memory t = funded();
        assertReason(t, "");
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 0));
        assertReason(t, "settled");
    }
}

contract BlocksByName {
    uint8 public constant decimals = 6;
    bytes4 private immutable QUESTION;
    address private blocked;

    constructor(string memory question) {
        QUESTION = bytes4(keccak256(bytes(question)));
    }

    function setBlocked(address account) external {
        blocked = account;
    }

    fallback(bytes calldata question) external returns (bytes memory) {
        require(bytes4(question) == QUESTION);
        return abi.encode(abi.decode(question[4:], (address)) == blocked);
    }
}

contract FiveDecimals {
    function decimals() external pure returns (uint8) {
        return 5;
    }
}
