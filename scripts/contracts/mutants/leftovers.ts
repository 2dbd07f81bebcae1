import { of } from './mutant.ts'

const UNSIGNED = 'if (terms.chainId != block.chainid || to != terms.sellerTo || !_isAbandoned(terms)) {'

/** Faults of what is held, swept, redirected and rescued. */
export const LEFTOVER_MUTANTS = of(
  'EscrowHub.sol',
  [
    'a stranger redirects a held payout',
    'test_only_the_creditor_redirects_and_no_employee',
    'if (leg == BUYER_LEG) _checkKey(terms.buyer, BUYER_ROLE, digest, validUntil, signature);\n        else if',
    'if',
  ],
  [
    'the seller redirects the buyer’s payout',
    'test_only_the_creditor_redirects_and_no_employee',
    'if (leg == BUYER_LEG) _checkKey(terms.buyer, BUYER_ROLE',
    'if (leg == BUYER_LEG) _checkKey(terms.seller, BUYER_ROLE',
  ],
  [
    'an employee redirects',
    'test_only_the_creditor_redirects_and_no_employee',
    'else _checkKey(terms.seller, SELLER_ROLE',
    'else _checkKey(terms.seller2, SELLER_ROLE',
  ],
  [
    'a redirect does not name its leg',
    'test_a_redirect_names_its_leg_and_address',
    'abi.encode(REDIRECT_TYPEHASH, id, _pocket(id), leg, to, amount, validUntil)',
    'abi.encode(REDIRECT_TYPEHASH, id, _pocket(id), SELLER_LEG, to, amount, validUntil)',
  ],
  [
    'a redirect does not name its amount',
    'test_a_redirect_names_its_leg_and_address',
    'leg, to, amount, validUntil)',
    'leg, to, uint256(1), validUntil)',
  ],
  [
    'a redirect takes more than is held',
    'test_a_redirect_is_of_one_amount_and_no_later_arrival',
    'amount == 0 || amount > held[id][leg]',
    'amount == 0',
  ],
  [
    'a contract that receives the fee cannot redirect it',
    'test_a_contract_that_receives_the_fee_redirects_it',
    '_checkAccount(terms.feeTo, FEE_ROLE',
    '_checkKey(terms.feeTo, FEE_ROLE',
  ],
  [
    'a held payout that was destroyed in part is locked',
    'test_of_a_held_payout_that_was_destroyed_in_part_the_rest_is_paid',
    'amount > balance ? balance : amount',
    'amount',
  ],
  [
    'a redirect leads back into the pocket',
    'test_a_redirect_leads_out_of_the_pocket',
    'if (to == address(0) || to == pocket) revert BadPayee();\n        held',
    'held',
  ],
  ['a held payout is paid twice', 'test_a_held_payout_is_paid_once_it_can_be', 'held[id][leg] -= paid;\n', ''],
  [
    'a held payout that fails again is forgotten',
    'test_a_held_payout_is_paid_once_it_can_be',
    'if (paid == 0) revert TransferFailed();',
    'if (paid == 0) paid = amount;',
  ],
  [
    'the fee is retried to the buyer',
    'test_each_leg_is_retried_to_its_own_address',
    'return leg == BUYER_LEG ? terms.buyerTo : leg == FEE_LEG ? terms.feeTo',
    'return leg == BUYER_LEG ? terms.buyerTo : leg == FEE_LEG ? terms.buyerTo',
  ],
  [
    'a sweep takes what is held',
    'test_a_sweep_leaves_what_is_held',
    'owed[BUYER_LEG] + owed[FEE_LEG]',
    'owed[FEE_LEG]',
  ],
  [
    'an open trade is swept',
    'test_a_late_deposit_goes_to_the_seller',
    'if (!states[id].settled) revert NotSettled();',
    '',
  ],
  [
    'a trade of another chain is swept',
    'test_on_another_chain_no_deadline_counts',
    `function sweep(Terms calldata terms) external nonReentrant {
        if (terms.chainId != block.chainid) revert WrongChain();`,
    'function sweep(Terms calldata terms) external nonReentrant {',
  ],
  [
    'a sweep that fails is forgotten',
    'test_a_sweep_that_cannot_be_paid_is_held_for_the_seller',
    'owed[SELLER_LEG] += amount - paid;\n',
    '',
  ],
  [
    'the trade’s token is rescued',
    'test_the_trades_token_is_never_rescued_at_home',
    'if (_atHome(terms) < deposited) revert TradeToken();',
    '',
  ],
  [
    'a rescue needs no signature',
    'test_another_token_is_rescued_by_the_owner_and_no_employee',
    UNSIGNED,
    'if (false) {',
  ],
  [
    'on another chain a rescue needs no signature a year after finalAt',
    'test_on_another_chain_only_the_owners_signature_moves_a_deposit',
    UNSIGNED,
    'if (to != terms.sellerTo || !_isAbandoned(terms)) {',
  ],
  [
    'a stranger rescues at finalAt',
    'test_a_year_after_finalAt_anyone_rescues_to_sellerTo_at_home',
    ' && block.timestamp - terms.finalAt >= UNSIGNED_RESCUE_AFTER',
    '',
  ],
  [
    'a year after finalAt a rescue goes anywhere',
    'test_a_year_after_finalAt_anyone_rescues_to_sellerTo_at_home',
    UNSIGNED,
    'if (terms.chainId != block.chainid || !_isAbandoned(terms)) {',
  ],
  [
    'a rescue does not name its token',
    'test_a_rescue_names_its_token_and_time',
    'RESCUE_TYPEHASH, id, pocket, token, to, amount, validUntil',
    'RESCUE_TYPEHASH, id, pocket, address(0), to, amount, validUntil',
  ],
  [
    'a rescue does not name its amount',
    'test_a_rescue_names_its_token_and_time',
    'token, to, amount, validUntil))',
    'token, to, uint256(1), validUntil))',
  ],
  [
    'a rescue takes more than is there',
    'test_a_rescue_is_of_one_amount_and_no_later_arrival',
    'amount == 0 || amount > balance',
    'amount == 0',
  ],
  [
    'a rescue that fails is reported as done',
    'test_a_rescue_that_cannot_be_paid_is_refused',
    'if (!isPaid) revert TransferFailed();',
    '',
  ],
)
