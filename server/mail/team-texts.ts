/** The mails about team memberships, to their members and owners. */

const TEAM = { button: /*i18n*/ 'View teams', linkPath: '/account?tab=team' }

export const TEAM_MAIL_TEXTS = {
  team_invitation: {
    subject: /*i18n*/ 'You’re invited to a team',
    paragraphs: [
      /*i18n*/ '{trader} invites you to a team. As a member you act for {trader} from your own account, and everything you do is recorded under your name.',
      /*i18n*/ 'Don’t know this trader? Decline the invitation. Never accept payments on your own accounts for another trader.',
    ],
    ...TEAM,
  },
  team_joined: {
    subject: /*i18n*/ 'A trader joined your team',
    paragraphs: [/*i18n*/ '{trader} accepted your invitation and can act for you now.'],
    ...TEAM,
  },
  team_roles_changed: {
    subject: /*i18n*/ 'Your roles in a team have changed',
    paragraphs: [/*i18n*/ '{trader} changed what you can do in the team.'],
    ...TEAM,
  },
  team_ended: {
    subject: /*i18n*/ 'A team membership ended',
    paragraphs: [/*i18n*/ 'You and {trader} are no longer in a team together.'],
    ...TEAM,
  },
}
