// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../src/Escrow.sol";
import {Fixture} from "./support/Fixture.sol";
import {LikeUsdc, TellsNoBalance, WithSecondEntrance} from "./tokens/Tokens.sol";

/// What arrived by mistake: other tokens, native coin, other chains; by the owner's key, or to sellerTo a year after finalAt.
contract RescueTest is Fixture {
    LikeUsdc internal usdc;

    function setUp() public override {
        super.setUp();
        usdc = new LikeUsdc();
    }

    function test_another_token_is_rescued_by_the_owner_and_no_employee() public {
        Terms memory t = funded();
        usdc.mint(pocketOf(t), 9e6);
        refusedSignature(rescuing(EMPLOYEE_KEY, t, address(usdc), NOWHERE), SELLER_ROLE);
        refusedSignature(rescuing(BUYER_KEY, t, address(usdc), SELLER_TO), SELLER_ROLE);
        done(rescuing(SELLER_KEY, t, address(usdc), address(0x1234)));
        assertEq(usdc.balanceOf(address(0x1234)), 9e6, "rescued");
        refused(rescuing(SELLER_KEY, t, address(usdc), address(0x1234)), NothingToPay.selector);
        done(settlingBy(BUYER_ROLE, SELLER_ROLE, t, 100e6));
        assertPaid(t, 99.5e6, 0.5e6, 0);
    }

    function test_native_coin_is_rescued() public {
        Terms memory t = funded();
        vm.deal(pocketOf(t), 3 ether);
        done(rescuing(SELLER_KEY, t, address(0), address(0x1234)));
        assertEq(address(0x1234).balance, 3 ether, "rescued");
        refused(rescuing(SELLER_KEY, t, address(0), address(0x1234)), NothingToPay.selector);
    }

    function test_a_rescue_that_cannot_be_paid_is_refused() public {
        Terms memory t = funded();
        usdc.mint(pocketOf(t), 9e6);
        usdc.setBlocked(SELLER_TO, true);
        refused(rescuing(SELLER_KEY, t, address(usdc), SELLER_TO), TransferFailed.selector);
        refused(rescuing(SELLER_KEY, t, address(usdc), address(0)), BadPayee.selector);
        refused(rescuing(SELLER_KEY, t, address(usdc), pocketOf(t)), BadPayee.selector);
        vm.deal(pocketOf(t), 1 ether);
        refused(rescuing(SELLER_KEY, t, address(0), address(usdc)), TransferFailed.selector);
    }

    function test_the_trades_token_is_never_rescued_at_home() public {
        Terms memory t = funded();
        refused(rescuing(SELLER_KEY, t, t.token, SELLER_TO), TradeToken.selector);
        at(t.finalAt);
        refused(rescuing(SELLER_KEY, t, t.token, SELLER_TO), TradeToken.selector);
    }

    function test_no_second_entrance_leads_to_the_trades_token() public {
        WithSecondEntrance token = new WithSecondEntrance();
        Terms memory t = newTerms();
        t.token = address(token);
        deposit(t);
        refused(rescuing(SELLER_KEY, t, address(token.SECOND()), SELLER_TO), TradeToken.selector);
    }

    function test_nothing_is_rescued_while_the_trades_money_cannot_be_counted() public {
        Terms memory t = newTerms();
        t.token = address(new TellsNoBalance());
        usdc.mint(pocketOf(t), 9e6);
        refused(rescuing(SELLER_KEY, t, address(usdc), SELLER_TO), TellsNoBalance.Unreadable.selector);
    }

    function test_where_the_terms_name_no_token_the_rest_is_rescued() public {
        Terms memory t = newTerms();
        t.token = address(0x1234);
        usdc.mint(pocketOf(t), 9e6);
        done(rescuing(SELLER_KEY, t, address(usdc), SELLER_TO));
    }

    function test_a_year_after_finalAt_anyone_rescues_to_sellerTo_at_home() public {
        Terms memory t = funded();
        usdc.mint(pocketOf(t), 9e6);
        bytes memory unsigned = rescuingUnsigned(t, address(usdc), SELLER_TO);
        at(t.finalAt + 365 days - 1);
        refusedSignature(unsigned, SELLER_ROLE);
        at(t.finalAt + 365 days);
        refusedSignature(rescuingUnsigned(t, address(usdc), NOWHERE), SELLER_ROLE);
        done(unsigned);
        assertEq(usdc.balanceOf(SELLER_TO), 9e6, "rescued");
    }

    function test_terms_without_an_end_are_rescued_by_signature() public {
        Terms memory t = newTerms();
        t.finalAt = FOREVER;
        usdc.mint(pocketOf(t), 9e6);
        refusedSignature(rescuingUnsigned(t, address(usdc), SELLER_TO), SELLER_ROLE);
        done(rescuing(SELLER_KEY, t, address(usdc), SELLER_TO));
    }

    function test_a_rescue_is_of_one_amount_and_no_later_arrival() public {
        Terms memory t = funded();
        usdc.mint(pocketOf(t), 9e6);
        vm.deal(pocketOf(t), 3 ether);
        refused(rescuing(SELLER_KEY, t, address(usdc), address(0x1234), 9e6 + 1), NothingToPay.selector);
        bytes memory coin = rescuing(SELLER_KEY, t, address(0), address(0x1234), 2 ether);
        bytes memory part = rescuing(SELLER_KEY, t, address(usdc), address(0x1234), 4e6);
        done(part);
        refused(part, SignatureUsed.selector);
        done(coin);
        vm.deal(pocketOf(t), 3 ether);
        refused(coin, SignatureUsed.selector);
        assertEq(usdc.balanceOf(address(0x1234)), 4e6, "of the token");
        assertEq(address(0x1234).balance, 2 ether, "of the coin");
    }

    function test_on_another_chain_only_the_owners_signature_moves_a_deposit() public {
        Terms memory t = newTerms();
        t.chainId = block.chainid + 1;
        deposit(t);
        at(t.finalAt + 365 days);
        refusedSignature(rescuingUnsigned(t, t.token, SELLER_TO), SELLER_ROLE);
        done(rescuing(SELLER_KEY, t, t.token, address(0x1234)));
        assertEq(balance(t, address(0x1234)), 100e6, "rescued");
    }

    function test_a_rescue_names_its_token_and_time() public {
        Terms memory t = funded();
        usdc.mint(pocketOf(t), 9e6);
        bytes32 digest = digestOf(abi.encode(RESCUE_TYPEHASH, idOf(t), pocketOf(t), address(0), NOWHERE, 1, FOREVER));
        bytes memory signature = sign(SELLER_KEY, digest);
        refusedSignature(abi.encodeCall(hub.rescue, (t, address(usdc), NOWHERE, 1, FOREVER, signature)), SELLER_ROLE);
        refusedSignature(abi.encodeCall(hub.rescue, (t, address(0), NOWHERE, 2, FOREVER, signature)), SELLER_ROLE);
        refused(abi.encodeCall(hub.rescue, (t, address(0), NOWHERE, 1, NOW - 1, signature)), SignatureExpired.selector);
    }
}
