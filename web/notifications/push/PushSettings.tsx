import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { subscribeToPush, unsubscribeFromPush, type Push } from '../../../domain/api/notifications/push.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SERVICE_WORKER } from '../../session/kept-trades.ts'
import { supportsPush, valuesOf } from './browser-subscription.ts'
import { useKeepPush, usePush } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** Turns push notifications of this browser on or off. The browser asks for permission only after the press. */
export function PushSettings() {
  const { t } = useLingui()
  const keep = useKeepPush()
  const query = usePush()
  const change = useMutation({
    mutationFn: async ({ isOn, publicKey }: { isOn: boolean; publicKey: string }) =>
      isOn ? turnOff() : turnOn(publicKey),
    onSuccess: keep,
  })
  return (
    <section aria-labelledby="push-title" className="grid max-w-3xl grid-cols-1 justify-items-start gap-3">
      <h2 id="push-title" className="font-semibold">
        <Trans>Push notifications in this browser</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          You get them even when Sarraf is closed, until you sign out in this browser. They contain no names, no amounts
          and no messages.
        </Trans>
      </p>
      {!supportsPush() && (
        <p className="text-sm">
          <Trans>This browser can’t show push notifications. On an iPhone, add Sarraf to the home screen first.</Trans>
        </p>
      )}
      {supportsPush() && (
        <Loaded query={query} hidesLaterErrors>
          {(push) => (
            <Button busy={change.isPending} onClick={() => change.mutate(push)}>
              {push.isOn ? t`Turn off push` : t`Turn on push`}
            </Button>
          )}
        </Loaded>
      )}
      {change.error && (
        <ErrorNote>
          {change.error instanceof Blocked
            ? t`Your browser blocks notifications from Sarraf. Allow them in its settings for this site.`
            : t`Push notifications couldn’t be changed. Try again.`}
        </ErrorNote>
      )}
    </section>
  )
}

class Blocked extends Error {}

/** A subscription of an earlier session is ended first, so that no two accounts share one. */
async function turnOn(publicKey: string): Promise<Push> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Blocked()
  await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return call(subscribeToPush, { body: valuesOf(subscription) })
}

async function turnOff(): Promise<Push> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return call(unsubscribeFromPush, {})
}
