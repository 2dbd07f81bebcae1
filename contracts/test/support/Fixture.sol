// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../src/Escrow.sol";
import {EscrowHub} from "../../src/EscrowHub.sol";
import {EscrowLens} from "../../src/EscrowLens.sol";
import {Tribunal} from "../../src/Tribunal.sol";
import {LikeProxy, LikeUsdt0} from "../tokens/LikeUsdt0.sol";
import {Base} from "./Base.sol";

interface Token {
    function mint(address to, uint256 value) external;
    function balanceOf(address account) external view returns (uint256);
}

/// A hub, Polygon's token, and the terms of a trade of 100 USDT whose buyer is the taker.
abstract contract Fixture is Base {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant FOREVER = type(uint256).max;
    uint256 internal constant BUYER_KEY = 0xB0B1;
    uint256 internal constant SELLER_KEY = 0x5E11;
    uint256 internal constant EMPLOYEE_KEY = 0xE4401;
    uint256 internal constant EMPLOYEE2_KEY = 0xE4402;
    uint256 internal constant ARBITER_KEY = 0xA4B1;
    uint256 internal constant FEE_KEY = 0xFEE1;
    uint256 internal constant STRANGER_KEY = 0xBAD1;

    address internal constant BUYER_TO = address(0xB0);
    address internal constant SELLER_TO = address(0x50);
    address internal constant NOWHERE = address(0xBAD);
    address internal FEE_TO = vm.addr(FEE_KEY);

    EscrowHub internal hub;
    EscrowLens internal lens;
    LikeUsdt0 internal usdt;

    function setUp() public virtual {
        vm.warp(NOW);
        hub = newHub();
        bytes memory code = artifactOf("EscrowLens");
        lens = code.length == 0 ? new EscrowLens(hub) : EscrowLens(create(bytes.concat(code, abi.encode(hub))));
        usdt = LikeUsdt0(address(new LikeProxy(address(new LikeUsdt0()))));
    }

    /// Blocks of two seconds.
    function at(uint256 time) internal {
        vm.warp(time);
        vm.roll(1 + (time - NOW) / 2);
    }

    function newHub() internal returns (EscrowHub) {
        bytes memory code = artifactOf("EscrowHub");
        return code.length == 0 ? new EscrowHub() : EscrowHub(create(code));
    }

    function newTribunal(address one, address other) internal returns (Tribunal) {
        address[] memory members = new address[](2);
        (members[0], members[1]) = (one, other);
        return newTribunal(members, 2);
    }

    function newTribunal(address[] memory members, uint256 threshold) internal returns (Tribunal) {
        bytes memory code = artifactOf("Tribunal");
        if (code.length == 0) return new Tribunal(members, threshold);
        return Tribunal(create(bytes.concat(code, abi.encode(members, threshold))));
    }

    function newTerms() internal view returns (Terms memory t) {
        t.ref = "trade";
        t.chainId = block.chainid;
        t.token = address(usdt);
        t.unit = 1;
        t.amount = 100e6;
        t.feeBps = 50;
        t.feeTo = FEE_TO;
        t.buyer = vm.addr(BUYER_KEY);
        t.buyerTo = BUYER_TO;
        t.seller = vm.addr(SELLER_KEY);
        t.seller2 = vm.addr(EMPLOYEE_KEY);
        t.seller3 = vm.addr(EMPLOYEE2_KEY);
        t.sellerTo = SELLER_TO;
        t.arbiter = vm.addr(ARBITER_KEY);
        t.payBy = NOW + 1 hours;
        t.challenge = 1 hours;
        t.finalAt = NOW + 60 days;
    }

    function idOf(Terms memory t) internal view returns (bytes32 id) {
        return hub.tradeIdOf(t);
    }

    function pocketOf(Terms memory t) internal view returns (address pocket) {
        (, pocket) = hub.pocketOf(t);
    }

    function balance(Terms memory t, address account) internal view returns (uint256) {
        return Token(t.token).balanceOf(account);
    }

    function inPocket(Terms memory t) internal view returns (uint256) {
        return balance(t, pocketOf(t));
    }

    function deposit(Terms memory t) internal {
        fund(t, hub.depositOf(t));
    }

    function fund(Terms memory t, uint256 value) internal {
        Token(t.token).mint(pocketOf(t), value);
    }

    function funded() internal returns (Terms memory t) {
        t = newTerms();
        deposit(t);
    }

    // Signatures

    function keyOf(uint256 role) internal pure returns (uint256) {
        return role == BUYER_ROLE ? BUYER_KEY : role == SELLER_ROLE ? SELLER_KEY : ARBITER_KEY;
    }

    function sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function ascending(uint256 one, uint256 other) internal pure returns (uint256, uint256) {
        return vm.addr(one) < vm.addr(other) ? (one, other) : (other, one);
    }

    function domainOf(string memory name, address verifier) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );
        return keccak256(abi.encode(typeHash, keccak256(bytes(name)), keccak256("1"), block.chainid, verifier));
    }

    function digestOf(bytes memory encoded) internal view returns (bytes32) {
        bytes32 domain = domainOf("Sarraf Escrow", address(hub));
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(encoded)));
    }

    function voteDigest(
        uint256 role,
        Terms memory t,
        uint256 released,
        uint256 from,
        uint256 until
    ) internal view returns (bytes32) {
        (bytes32 id, address pocket) = hub.pocketOf(t);
        return digestOf(abi.encode(VOTE_TYPEHASH, id, pocket, role, t.token, t.amount, released, from, until));
    }

    /// An arbiter's vote lasts as long as one may from now on, a party's for ever.
    function voteBy(uint256 key, uint256 role, Terms memory t, uint256 released) internal view returns (Vote memory) {
        if (role == ARBITER_ROLE) return arbiterVote(sign(key, arbiterDigest(t, released)));
        return Vote(role, 0, FOREVER, sign(key, voteDigest(role, t, released, 0, FOREVER)));
    }

    function arbiterDigest(Terms memory t, uint256 released) internal view returns (bytes32) {
        return voteDigest(ARBITER_ROLE, t, released, block.timestamp, block.timestamp + 48 hours);
    }

    function arbiterVote(bytes memory signature) internal view returns (Vote memory) {
        return Vote(ARBITER_ROLE, block.timestamp, block.timestamp + 48 hours, signature);
    }

    function vote(uint256 role, Terms memory t, uint256 released) internal view returns (Vote memory) {
        return voteBy(keyOf(role), role, t, released);
    }

    function signPaid(uint256 key, Terms memory t, uint256 until) internal view returns (bytes memory) {
        return sign(key, digestOf(abi.encode(PAID_CLAIM_TYPEHASH, idOf(t), pocketOf(t), until)));
    }

    function signRefund(uint256 key, Terms memory t, uint256 until) internal view returns (bytes memory) {
        return sign(key, digestOf(abi.encode(REFUND_REQUEST_TYPEHASH, idOf(t), pocketOf(t), until)));
    }

    // Calls

    function settling(Terms memory t, uint256 released, Vote memory a, Vote memory b) internal view returns (bytes memory) {
        return abi.encodeCall(hub.settle, (t, released, a, b));
    }

    function settlingBy(uint256 a, uint256 b, Terms memory t, uint256 released) internal view returns (bytes memory) {
        return settling(t, released, vote(a, t, released), vote(b, t, released));
    }

    function claiming(uint256 key, Terms memory t, uint256 until) internal view returns (bytes memory) {
        return abi.encodeCall(hub.claimPaid, (t, until, signPaid(key, t, until)));
    }

    function requesting(uint256 key, Terms memory t, uint256 until) internal view returns (bytes memory) {
        return abi.encodeCall(hub.requestRefund, (t, until, signRefund(key, t, until)));
    }

    function redirecting(uint256 key, Terms memory t, uint256 leg, address to) internal view returns (bytes memory) {
        return redirecting(key, t, leg, to, heldOf(t, leg));
    }

    function redirecting(
        uint256 key,
        Terms memory t,
        uint256 leg,
        address to,
        uint256 amount
    ) internal view returns (bytes memory) {
        bytes32 digest = digestOf(abi.encode(REDIRECT_TYPEHASH, idOf(t), pocketOf(t), leg, to, amount, FOREVER));
        return abi.encodeCall(hub.redirectHeld, (t, leg, to, amount, FOREVER, sign(key, digest)));
    }

    function rescuing(uint256 key, Terms memory t, address token, address to) internal view returns (bytes memory) {
        address pocket = pocketOf(t);
        return rescuing(key, t, token, to, token == address(0) ? pocket.balance : Token(token).balanceOf(pocket));
    }

    function rescuing(
        uint256 key,
        Terms memory t,
        address token,
        address to,
        uint256 amount
    ) internal view returns (bytes memory) {
        bytes32 digest = digestOf(abi.encode(RESCUE_TYPEHASH, idOf(t), pocketOf(t), token, to, amount, FOREVER));
        return abi.encodeCall(hub.rescue, (t, token, to, amount, FOREVER, sign(key, digest)));
    }

    function rescuingUnsigned(Terms memory t, address token, address to) internal view returns (bytes memory) {
        return abi.encodeCall(hub.rescue, (t, token, to, Token(token).balanceOf(pocketOf(t)), FOREVER, ""));
    }

    function done(bytes memory data) internal {
        assertDone(address(hub), data);
    }

    function refused(bytes memory data, bytes4 reason) internal {
        assertRefused(address(hub), data, reason);
    }

    function refusedSignature(bytes memory data, uint256 role) internal {
        assertRefused(address(hub), data, abi.encodeWithSelector(BadSignature.selector, role));
    }

    function stateOf(Terms memory t) internal view returns (TradeState memory s) {
        (s.settled, s.claimed, s.full, s.refundAt, s.refundBlock) = hub.states(idOf(t));
    }

    function heldOf(Terms memory t, uint256 leg) internal view returns (uint256) {
        return hub.held(idOf(t), leg);
    }

    /// What the three payees have of the trade's token.
    function assertPaid(Terms memory t, uint256 toBuyer, uint256 fee, uint256 toSeller) internal view {
        assertEq(balance(t, t.buyerTo), toBuyer, "buyer");
        assertEq(balance(t, t.feeTo), fee, "fee");
        assertEq(balance(t, t.sellerTo), toSeller, "seller");
    }
}
