import { useSearchParams } from 'react-router'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { KeySection } from '../accounts/api-keys/KeySection.tsx'
import { OwnAccount } from '../accounts/teams/OwnAccount.tsx'
import { PlacePage } from '../layout/places/PlacePage.tsx'
import { NotificationSettings } from '../notifications/NotificationSettings.tsx'
import { WebhookLine } from '../notifications/webhooks/WebhookLine.tsx'
import { DataSection } from '../profiles/DataSection.tsx'
import { SignedIn } from '../session/SignedIn.tsx'
import { EmailNotices } from './EmailNotices.tsx'
import { SecuritySection } from './SecuritySection.tsx'

const SECTIONS = ['security', 'notifications', 'keys', 'data'] as const

/** How the user signs in, their notifications, their programs, their language and their data. */
export default function SettingsPage() {
  const tab = useSearchParams()[0].get('tab')
  const section = SECTIONS.find((each) => each === tab) ?? 'security'
  return (
    <SignedIn>
      {(user) => (
        <PlacePage place="settings" section={section} notices={<EmailNotices />}>
          <OwnAccount>
            <Section section={section} user={user} />
          </OwnAccount>
        </PlacePage>
      )}
    </SignedIn>
  )
}

function Section({ section, user }: { section: (typeof SECTIONS)[number]; user: User }) {
  switch (section) {
    case 'security':
      return <SecuritySection user={user} />
    case 'notifications':
      return <NotificationSettings />
    case 'keys':
      return <KeySection renderWebhook={(apiKey) => <WebhookLine apiKey={apiKey} />} />
    case 'data':
      return <DataSection />
  }
}
