import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usernameError, usernameSkeleton } from './usernames.ts'

test.each(['amina', 'AMINA', 'a_1', 'a'.repeat(20), '123'])('%s is a username', (name) =>
  expect(usernameError(name)).toBeNull(),
)

const RESERVED = `
  admin ADMIN adm1n _a_d_m_i_n_ Sarraf_Admin administrator Nadia_Admin admin2026 4dm1n adrnin Administer badminton
  support supp0rt s_u_p_p_o_r_t Supp0rt Sarraf_Support 5upp0r7 support_tn TheSupport suppport customersupport
  official Official_Sarraf 0ff1c1al officiel_tn offlcial verified_official
  staff Staff_Amina 5taff st4ff the_staff Stafford
  escrow escr0vv Escrow_Agent e5crow demo_escrow
  moderator rnoderator m0derator Moderator_1 mediator
  arbiter Arb1ter arbiter_lea arbitre
  security secur1ty system Syst3m system_bot
  Sarraf sarraf_ SARRAF24 s4rraf 5arraf real_sarraf sarrraf sarraf_exchange
  help Help_Desk helpdesk h3lp help_me askHelp help24 HelpDesk
  root r00t unknown anonymous Anonymous_1
  dispute_team Disputes d1spute litige_tn compliance
  kyc_desk KYC payments_team Payment_Desk refunds SarrafTeam team_1 equipe_paiement
  deleted deleted_user De1eted`
test.each(RESERVED.trim().split(/\s+/))('%s would impersonate the staff or the product', (name) =>
  expect(usernameError(name)).toBe('This username is reserved'),
)

const INNOCENT = `
  Nadia amina_tn karim_sfax lea_lyon northpay Saraf Sarafina Safia sara_f Serraf_B Asma_Rafik
  Adam Adnan adil_m Madame_B Yasmin Jasmin_1 Edmond sup_por Rupert Porter_99 sportif_tn
  Offa_77 Ofelia Staf Tafef Mustafa mustafa_st Escobar Crowley escro
  arbitrage_tn Modest moderne Mediha Wahelp1t Whelpton Shelpman Beetroot Rootsy_1 Trooter
  Steamer Teamlead9 Desktop Payme Refundo Kyco Paymentor
  Sistema Cisse_M ecu_rite Secu Unkn0 Anon_7 Delete1 dinar2026 usdt_4_you`
test.each(INNOCENT.trim().split(/\s+/))('%s is no reserved name', (name) => expect(usernameError(name)).toBeNull())

test.each([
  ['amina', 'AM1NA'],
  ['Amina_1', 'aminal'],
  ['omar', '0mar'],
  ['mark', 'rnark'],
  ['wael', 'vvael'],
  ['nour', 'n_o_u_r'],
])('%s and %s look alike', (one, other) => expect(usernameSkeleton(one)).toBe(usernameSkeleton(other)))

test('a skeleton does not depend on case and underscores', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_]{3,20}$/)
  fc.assert(
    fc.property(name, (text) => {
      expect(usernameSkeleton(text.toUpperCase())).toBe(usernameSkeleton(text.toLowerCase()))
      expect(usernameSkeleton(text.replaceAll('_', ''))).toBe(usernameSkeleton(text))
    }),
  )
})
