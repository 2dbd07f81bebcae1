// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "../../src/Escrow.sol";
import {EscrowPocket} from "../../src/EscrowPocket.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {TokenModel} from "../tokens/Tokens.sol";
import {World} from "./World.sol";

/// What parties, thieves, issuers and time do, in any order. Each call notes the first rule that it breaks.
contract Handler is World {
    function fund(uint256 i, uint256 value, bool isRest) external {
        i %= N;
        uint256 whole = wholeDeposit(i);
        uint256 before = have(i);
        value = isRest && before < whole ? whole - before : bound(value, 1, whole);
        fund(trades[i], value);
        known[i].funded += value;
        if (known[i].fullSince == 0 && have(i) >= whole) known[i].fullSince = block.timestamp;
    }

    function fundStray(uint256 i, uint256 value) external {
        i %= N;
        value = bound(value, 1, 1e24);
        stray.mint(pocketAt(i), value);
        known[i].stray += value;
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + (time % 2 == 0 ? bound(time, 1, 90 minutes) : bound(time, 1, 2 days)));
        // Of three times the chain stood still in one.
        vm.roll(block.number + (time % 3 == 0 ? 1 : bound(time, 1, 4000)));
    }

    function settle(uint256 i, uint256 pair, uint256 cut, uint256 sender) external {
        i %= N;
        (uint256 a, uint256 b) = pairOf(i, pair);
        uint256 before = have(i);
        uint256 released = cut % 3 == 0 ? 0 : cut % 3 == 1 ? trades[i].amount : bound(cut, 0, trades[i].amount);
        (uint256 toBuyer, uint256 fee) = divided(i, released);
        bool isDue = !known[i].settled && i != FOREIGN && before >= toBuyer + fee;
        bytes memory data = settlingIn(i, a, b, released);
        // With any limit of gas the call does nothing or all of it.
        (bool isDone, ) = address(hub).call{gas: bound(sender, 40_000, 400_000)}(data);
        if (!isDone) isDone = attempt(data, sender);
        if (isDone != isDue) broke("I6 two valid votes");
        if (isDone) settledAs(i, true, released, before);
    }

    function settlingIn(uint256 i, uint256 a, uint256 b, uint256 released) private view returns (bytes memory) {
        Terms memory t = trades[i];
        return settling(t, released, voteIn(i, a, t, released), voteIn(i, b, t, released));
    }

    function pairOf(uint256 i, uint256 pair) private pure returns (uint256, uint256) {
        pair %= 3;
        // Where a key of both parties sits in the tribunal, it votes with neither.
        if (pair == 0 || i == MANY_HATS) return (BUYER_ROLE, SELLER_ROLE);
        return pair == 1 ? (BUYER_ROLE, ARBITER_ROLE) : (SELLER_ROLE, ARBITER_ROLE);
    }

    /// All that a thief of one key can try, with every signature that was ever made for something else.
    function attack(uint256 i, uint256 how, uint256 cut, uint256 who, uint256 sender) external {
        i %= N;
        if (known[i].settled || i == FOREIGN) return;
        uint256 released = bound(cut, 0, trades[i].amount);
        who %= 3;
        Terms memory t = trades[i];
        Vote memory a = voteIn(i, who, t, released);
        Vote memory b;
        how %= 14;
        uint256 next = (who + 1) % 3;
        uint256 key = keyOf(who);
        if (how == 0) b = a;
        else if (how == 1) b = voteBy(key, next, t, released);
        else if (how == 2) b = voteBy(STRANGER_KEY, next, t, released);
        else if (how == 3) b = vote(next, trades[(i + 1) % N], released);
        else if (how == 4) b = voteIn(i, next, t, released == 0 ? 1 : released - 1);
        else if (how == 5) b = changedTimes(voteIn(i, next, t, released), cut);
        else if (how == 6) b = Vote(3 + (cut % 5), 0, FOREVER, a.signature);
        else if (how == 7) (t, b) = (otherPayee(t), voteIn(i, next, trades[i], released));
        else if (how == 8) (released, a, b) = tooMuch(i, who, next);
        else if (how == 9) (a, b) = (vote(SELLER_ROLE, t, released), voteBy(EMPLOYEE_KEY, SELLER_ROLE, t, released));
        else if (how == 10) (a, b) = (vote(SELLER_ROLE, t, released), voteBy(EMPLOYEE_KEY, ARBITER_ROLE, t, released));
        else if (how == 11) (a, b) = manyHats(released, cut);
        else if (how == 12) b = notYet(t, next, released);
        else b = Vote(next, 0, FOREVER, signPaid(keyOf(next), t, FOREVER));
        if (how == 11) t = trades[MANY_HATS];
        if (how == 11 && known[MANY_HATS].settled) return;
        if (a.role > b.role) (a, b) = (b, a);
        if (attempt(settling(t, released, a, b), sender)) broke(how == 8 ? "I10 more than traded" : how == 11 ? "I13 one key twice" : "I6 an invalid pair");
    }

    function changedTimes(Vote memory b, uint256 cut) private pure returns (Vote memory) {
        if (cut % 2 == 0) b.validUntil--;
        else b.validAfter++;
        return b;
    }

    function otherPayee(Terms memory t) private pure returns (Terms memory) {
        t.buyerTo = NOWHERE;
        return t;
    }

    function tooMuch(uint256 i, uint256 who, uint256 next) private view returns (uint256, Vote memory, Vote memory) {
        uint256 released = trades[i].amount + 1;
        return (released, voteIn(i, who, trades[i], released), voteIn(i, next, trades[i], released));
    }

    /// One key as buyer and as seller, or as buyer and as the tribunal's member.
    function manyHats(uint256 released, uint256 cut) private view returns (Vote memory a, Vote memory b) {
        Terms memory t = trades[MANY_HATS];
        a = vote(BUYER_ROLE, t, released);
        b = cut % 2 == 0 ? voteBy(BUYER_KEY, SELLER_ROLE, t, released) : voteIn(MANY_HATS, ARBITER_ROLE, t, released);
        if (cut % 3 == 0) a = voteBy(cut % 9 == 0 ? SELLER_KEY : BUYER_KEY, SELLER_ROLE, t, released);
    }

    function notYet(Terms memory t, uint256 role, uint256 released) private view returns (Vote memory) {
        (uint256 from, uint256 until) = (block.timestamp + 1, block.timestamp + 1 hours);
        return Vote(role, from, until, sign(keyOf(role), voteDigest(role, t, released, from, until)));
    }

    function requestRefund(uint256 i, uint256 who, uint256 sender) external {
        i %= N;
        Known storage k = known[i];
        bool isFull = have(i) >= wholeDeposit(i);
        bool isSellers = who % 3 == 0 || (who % 3 == 1 && i != MANY_HATS);
        uint256 key = who % 3 == 0 ? SELLER_KEY : who % 3 == 1 ? EMPLOYEE_KEY : STRANGER_KEY;
        bool isRunning = k.refundAt != 0 && (k.full || !isFull);
        bool isDue = isSellers && !k.settled && !k.claimed && block.timestamp >= trades[i].payBy && i != FOREIGN;
        isDue = isDue && !isRunning;
        if (attempt(requesting(key, trades[i], FOREVER), sender) != isDue) broke("I5 a refund request");
        if (!isDue) return;
        (k.full, k.refundAt, k.refundBlock) = (isFull, block.timestamp + challengeOf(i), block.number + 400);
    }

    function isOver(Known storage k) private view returns (bool) {
        return k.refundAt != 0 && block.timestamp >= k.refundAt && block.number >= k.refundBlock;
    }

    function claimPaid(uint256 i, uint256 who, uint256 sender) external {
        i %= N;
        Known storage k = known[i];
        bool isDue = who % 2 == 0 && !k.settled && !k.claimed && have(i) >= wholeDeposit(i) && i != FOREIGN;
        isDue = isDue && !(k.full && isOver(k));
        if (attempt(claiming(who % 2 == 0 ? BUYER_KEY : SELLER_KEY, trades[i], FOREVER), sender) != isDue) broke("I12 a claim");
        if (isDue) (k.claimed, k.refundAt) = (true, 0);
    }

    function executeRefund(uint256 i, uint256 sender) external {
        i %= N;
        Known storage k = known[i];
        uint256 before = have(i);
        bool isFull = before >= wholeDeposit(i);
        bool isDue = !k.settled && isOver(k) && (k.full || !isFull);
        if (attempt(abi.encodeCall(hub.executeRefund, (trades[i])), sender) != isDue) broke("I5 a refund");
        if (!isDue) return;
        if (k.claimed) broke("I12 a refund after a claim");
        if (isFull && block.timestamp < k.fullSince + challengeOf(i)) broke("I11 less than a challenge");
        settledAs(i, false, 0, before);
    }

    function expire(uint256 i, uint256 sender) external {
        i %= N;
        uint256 before = have(i);
        bool isDue = !known[i].settled && block.timestamp >= trades[i].finalAt && i != FOREIGN;
        if (attempt(abi.encodeCall(hub.expire, (trades[i])), sender) != isDue) broke("I5 an expiry");
        if (isDue) settledAs(i, false, 0, before);
    }

    function sweep(uint256 i, uint256 sender) external {
        i %= N;
        Terms memory t = trades[i];
        uint256 before = have(i) - heldOf(t, 0) - heldOf(t, 1) - heldOf(t, 2);
        if (!attempt(abi.encodeCall(hub.sweep, (t)), sender)) return;
        if (!known[i].settled) broke("I3 swept an open trade");
        known[i].later += before;
    }

    function payHeld(uint256 i, uint256 leg, uint256 sender) external {
        i %= N;
        leg %= 4;
        if (attempt(abi.encodeCall(hub.payHeld, (trades[i], leg)), sender) && leg == 3) broke("I2 a fourth leg");
    }

    function redirect(uint256 i, uint256 leg, uint256 who, uint256 sender) external {
        i %= N;
        leg %= 3;
        uint256[5] memory keys = [BUYER_KEY, FEE_KEY, SELLER_KEY, EMPLOYEE_KEY, STRANGER_KEY];
        uint256 key = keys[who % 5];
        address to = address(uint160(0xD0000 + i * 16 + leg));
        if (!attempt(redirecting(key, trades[i], leg, to), sender)) return;
        if (key != (leg == BUYER_LEG ? BUYER_KEY : SELLER_KEY) || leg == FEE_LEG) broke("I2 redirected by another");
        known[i].redirectedTo[leg] = to;
    }

    function rescue(uint256 i, uint256 what, uint256 who, uint256 sender) external {
        i %= N;
        Terms memory t = trades[i];
        bool isStray = what % 2 == 0;
        uint256[4] memory keys = [SELLER_KEY, EMPLOYEE_KEY, BUYER_KEY, STRANGER_KEY];
        address to = what % 3 == 0 ? t.sellerTo : RESCUED_TO;
        uint256 before = have(i);
        bool isOwner = who % 4 == 0;
        if (!attempt(rescuing(keys[who % 4], t, isStray ? address(stray) : t.token, to), sender)) return;
        if (!isStray && i != FOREIGN) broke("I3 the trade's token was rescued");
        bool isLate = i != FOREIGN && block.timestamp >= t.finalAt + 365 days && to == t.sellerTo;
        if (!isOwner && !isLate) broke(i == FOREIGN ? "I15 moved without the seller" : "I2 rescued by another");
        if (!isStray) known[i].rescued += before;
    }

    function drivePocket(uint256 i, uint256 value, uint256 sender) external {
        i %= N;
        address pocket = pocketAt(i);
        if (pocket.code.length == 0) return;
        vm.prank(address(uint160(bound(sender, 0x10000, type(uint160).max))));
        address[3] memory to = [NOWHERE, NOWHERE, NOWHERE];
        try EscrowPocket(pocket).pay(IERC20(trades[i].token), have(i), to, [bound(value, 0, have(i)), 0, 0]) {
            broke("I3 a pocket obeyed a stranger");
        } catch {}
    }

    function otherChain(uint256 i, uint256 what, uint256 sender) external {
        i = i % FOREIGN;
        uint256 home = block.chainid;
        vm.chainId(home + 7);
        Terms memory t = trades[i];
        bytes memory data;
        if (what % 4 == 0) data = settling(t, 0, voteIn(i, 0, t, 0), voteIn(i, 1, t, 0));
        else if (what % 4 == 1) data = abi.encodeCall(hub.expire, (t));
        else if (what % 4 == 2) data = abi.encodeCall(hub.sweep, (t));
        else data = rescuing(EMPLOYEE_KEY, t, t.token, t.sellerTo);
        if (attempt(data, sender)) broke("I15 moved on another chain");
        vm.chainId(home);
    }

    function issuer(uint256 i, uint256 what, uint256 leg, bool isOn) external {
        i %= N;
        TokenModel token = TokenModel(trades[i].token);
        what %= 4;
        if (what == 0) token.setBlocked(payee(i, leg % 3), isOn);
        else if (what == 1) token.setBlocked(pocketAt(i), isOn && leg % 4 == 0);
        else if (what == 2) token.setPaused(isOn && leg % 4 == 0);
        else ethereum.setFee(isOn ? 20 : 0, 50e6);
    }
}
