import { of } from './mutant.ts'

export const OTHER_MUTANTS = [
  ...of(
    'Escrow.sol',
    [
      'more than traded is released',
      'test_never_more_than_traded',
      'if (released > terms.amount) revert MoreThanTraded();',
      '',
    ],
    [
      'the fee is rounded up',
      'testFuzz_settles_what_divides',
      'fee = (released * bps) / 10_000;',
      'fee = (released * bps + 9_999) / 10_000;',
    ],
    [
      'the fee has no limit',
      'test_a_fee_above_the_limit_is_the_limit',
      'terms.feeBps > MAX_FEE_BPS ? MAX_FEE_BPS : terms.feeBps',
      'terms.feeBps',
    ],
    [
      'a fee without a recipient is taken',
      'test_without_a_recipient_of_the_fee_there_is_none',
      'if (terms.feeTo == address(0)) bps = 0;',
      '',
    ],
    [
      'the buyer pays the seller’s fee',
      'test_a_sellers_fee_is_deposited_on_top_and_refunded_with_the_rest',
      'toBuyer = terms.feeOnTop ? released : released - fee;',
      'toBuyer = released - fee;',
    ],
    [
      'the deposit lacks the seller’s fee',
      'test_a_sellers_fee_belongs_to_the_whole_deposit',
      'return (toBuyer + fee) * terms.unit;',
      'return toBuyer * terms.unit;',
    ],
    [
      'the challenge can be shorter than an hour',
      'test_the_challenge_is_an_hour_at_least_and_thirty_days_at_most',
      'if (terms.challenge < MIN_CHALLENGE) return MIN_CHALLENGE;',
      '',
    ],
    [
      'the challenge can last for ever',
      'test_the_challenge_is_an_hour_at_least_and_thirty_days_at_most',
      'terms.challenge > MAX_CHALLENGE ? MAX_CHALLENGE : terms.challenge',
      'terms.challenge',
    ],
    [
      'the id leaves terms out',
      'test_the_id_is_the_typed_data_hash_of_the_terms',
      'keccak256(abi.encode(TERMS_TYPEHASH, terms))',
      'keccak256(abi.encode(TERMS_TYPEHASH, terms.ref))',
    ],
  ),
  ...of(
    'EscrowPocket.sol',
    [
      'a pocket obeys anyone',
      'test_a_pocket_obeys_the_hub_only',
      `returns (uint256[3] memory unpaid) {
        if (msg.sender != HUB) revert OnlyHub();`,
      'returns (uint256[3] memory unpaid) {',
    ],
    [
      'a pocket gives anyone its coin',
      'test_a_pocket_obeys_the_hub_only',
      `returns (bool isPaid) {
        if (msg.sender != HUB) revert OnlyHub();`,
      'returns (bool isPaid) {',
    ],
    [
      'a token without a return value is not paid',
      'test_ethereum_without_return_value_is_paid',
      'token.trySafeTransfer(to[leg], amount[leg])',
      'token.transfer(to[leg], amount[leg])',
    ],
    [
      'one payout that fails stops all',
      'test_a_payout_that_fails_is_held_and_the_others_are_paid',
      'token.trySafeTransfer(to[leg], amount[leg]);',
      'token.safeTransfer(to[leg], amount[leg]);',
    ],
    [
      'a payout that fails is noted as another',
      'test_a_payout_that_fails_is_held_and_the_others_are_paid',
      'unpaid[leg] = amount[leg] - paid;',
      'unpaid[2 - leg] = amount[leg] - paid;',
    ],
    [
      'a false answer counts as paid',
      'test_a_false_answer_is_a_failed_payout',
      'uint256 paid = left < balance ? balance - left : 0;',
      'uint256 paid = amount[leg];',
    ],
    [
      'a payout gets little gas and is held for lack of it',
      'test_gas_release_refund_and_split',
      'token.trySafeTransfer(to[leg], amount[leg])',
      '_isPaidWithin(address(token), to[leg], amount[leg])',
    ],
    [
      'a transfer that moves nothing counts as paid',
      'test_a_transfer_that_moves_nothing_is_held',
      'uint256 paid = left < balance ? balance - left : 0;',
      'uint256 paid = amount[leg];',
    ],
    [
      'a transfer that moves a part counts as paid',
      'test_what_did_not_leave_is_held_and_no_more',
      'if (paid < amount[leg])',
      'if (paid == 0)',
    ],
    [
      'a transfer is compared with what was there before the others',
      'test_a_transfer_that_moves_nothing_is_held',
      '            balance = left;\n',
      '',
    ],
    [
      'more of the coin is rescued than was signed',
      'test_a_rescue_is_of_one_amount_and_no_later_arrival',
      'to.call{value: amount}',
      'to.call{value: address(this).balance}',
    ],
  ),
  ...of(
    'Tribunal.sol',
    [
      'a member counts twice',
      'test_members_sign_each_once_in_order_and_strangers_not_at_all',
      'signer <= last || ',
      'signer < last || ',
    ],
    [
      'anyone is a member',
      'test_members_sign_each_once_in_order_and_strangers_not_at_all',
      ' || !isMember[signer]) return false',
      ') return false',
    ],
    [
      'fewer signatures than the threshold decide',
      'test_exactly_as_many_signatures_as_the_threshold',
      `        uint256 count = threshold;
        if (signatures.length != count * 65) return false;`,
      '        uint256 count = signatures.length / 65;',
    ],
    [
      'a change does not wait',
      'test_a_member_is_replaced_after_48_hours',
      'if (block.timestamp < readyAt) revert TooEarly();',
      '',
    ],
    [
      'a change needs no signatures',
      'test_a_change_needs_the_signatures_of_the_threshold',
      'if (!_isSigned(digest, signatures)) revert BadSignatures();\n        if (change',
      'if (change',
    ],
    [
      'a member joins without its own signature',
      'test_a_member_joins_by_its_own_signature',
      'if (signer != change.joining) revert BadConsent();',
      '',
    ],
    ['a change is announced again', 'test_a_change_is_announced_once_per_signature', 'nonce++;', ''],
    [
      'a change is carried out twice',
      'test_a_member_is_replaced_after_48_hours',
      `if (block.timestamp > readyAt + LASTS) revert TooLate();
        announced = 0;`,
      'if (block.timestamp > readyAt + LASTS) revert TooLate();',
    ],
    [
      'an old change is carried out',
      'test_a_change_is_void_after_seven_days',
      'if (block.timestamp > readyAt + LASTS) revert TooLate();',
      '',
    ],
    [
      'another change is carried out than was announced',
      'test_a_later_change_replaces_the_former',
      'announced == 0 || announced != _hashOf(change)',
      'announced == 0',
    ],
    [
      'a change is withdrawn without signatures',
      'test_a_change_is_withdrawn',
      'if (!_isSigned(digest, signatures)) revert BadSignatures();\n        announced',
      'announced',
    ],
    ['a member who leaves stays', 'test_a_member_is_replaced_after_48_hours', 'isMember[change.leaving] = false;', ''],
    [
      'the threshold exceeds the members',
      'test_no_change_leaves_an_impossible_tribunal',
      'threshold_ < 2 || threshold_ > memberCount',
      'threshold_ < 2',
    ],
    [
      'one member alone decides',
      'test_no_change_leaves_an_impossible_tribunal',
      'threshold_ < 2 || threshold_ > memberCount',
      'threshold_ == 0 || threshold_ > memberCount',
    ],
    [
      'a member joins twice',
      'test_it_begins_with_members_and_a_threshold',
      'key == address(0) || isMember[key]',
      'key == address(0)',
    ],
  ),
  ...of(
    'EscrowLens.sol',
    ['a unit of 0 is shown', 'test_check_a_token_of_unusual_decimals_is_refused', 'terms.unit == 0 || ', ''],
    ['keys repeat', 'test_check_keys', 'if (_hasRepeatedKey(terms)) return "repeated_key";', ''],
    [
      'a contract is shown as a party',
      'test_check_keys',
      'if (_isContract(terms.buyer) || _isContract(terms.seller)) return "contract_key";',
      '',
    ],
    [
      'a delegated account is refused as a contract',
      'test_check_keys',
      'code.length != 0 && !(code.length == 23 && bytes3(code) == 0xef0100)',
      'code.length != 0',
    ],
    [
      'a party in the tribunal is shown',
      'test_check_no_party_sits_in_the_tribunal',
      'if (_isPartyInTribunal(terms)) return "party_in_tribunal";',
      '',
    ],
    [
      'a blocked payee is shown',
      'test_check_no_payee_is_blocked_by_the_token',
      '_isBlocked(terms.token, terms.buyerTo) || ',
      '',
    ],
    [
      'a blocked pocket is shown',
      'test_check_no_payee_is_blocked_by_the_token',
      ' || _isBlocked(terms.token, pocket)',
      '',
    ],
    ['a buyer has no time to pay', 'test_check_times', ' + MIN_PAY_TIME', ''],
    [
      'a balance that is not told ends the reading',
      'test_a_balance_that_is_not_told_hides_no_state',
      'if (trade.isCounted) trade.balance',
      'trade.balance',
    ],
    [
      'a settled trade is shown as new',
      'test_check_settled_terms_are_not_new',
      'return _settled(id) ? "settled" : "";',
      'return "";',
    ],
    [
      'what is held is not read',
      'test_reads_trades_at_one_block',
      'if (!trade.settled) return trade;',
      'return trade;',
    ],
  ),
]

/** Functions that a mutant of the pocket calls: what a careless transfer looks like. */
export const POCKET_HELPERS = `
    function _isPaidWithin(address token, address to, uint256 amount) private returns (bool isDone) {
        (isDone, ) = token.call{gas: gasleft() / 4}(abi.encodeCall(IERC20.transfer, (to, amount)));
    }
}
`
