import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { ProgressBar } from '../ui/notices/ProgressBar.tsx'
import { Skeleton, SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { ScaledNote } from '../ui/notices/ScaledNote.tsx'
import { UploadProgress } from '../ui/notices/UploadProgress.tsx'
import { ARABIC, FRENCH, UNBROKEN } from './long.ts'
import { Part, Row, Stack, State } from './Part.tsx'

const noop = () => {}

export function Messages() {
  const { notify, warn } = useToast()
  return (
    <>
      <Part name="Error note" files={['notices/ErrorNote.tsx']}>
        <State name="alone">
          <ErrorNote>The offer was changed meanwhile.</ErrorNote>
        </State>
        <State name="with a retry">
          <ErrorNote onRetry={noop}>The server cannot be reached.</ErrorNote>
        </State>
        <State name="retrying">
          <ErrorNote onRetry={noop} isRetrying>
            The server cannot be reached.
          </ErrorNote>
        </State>
        <State name="long">
          <ErrorNote onRetry={noop}>
            {FRENCH} {UNBROKEN}
          </ErrorNote>
        </State>
      </Part>
      <Part name="Empty state" files={['notices/EmptyState.tsx']}>
        <State name="title only">
          <EmptyState title="No emails yet" />
        </State>
        <State name="with a text">
          <EmptyState title="No reports yet">Reports of users appear here.</EmptyState>
        </State>
        <State name="with a text and an action">
          <EmptyState title="No trades yet" action={<Button variant="accent">Browse offers</Button>}>
            Your trades appear here from the moment you open one.
          </EmptyState>
        </State>
        <State name="long" isWide>
          <EmptyState title={FRENCH} action={<Button variant="accent">{FRENCH}</Button>}>
            {ARABIC} {UNBROKEN}
          </EmptyState>
        </State>
      </Part>
      <Part name="Skeleton" files={['notices/Skeleton.tsx']}>
        <State name="lines">
          <Stack>
            <Skeleton />
            <Skeleton className="h-4 w-1/3" />
          </Stack>
        </State>
        <State name="rows" isWide>
          <SkeletonRows rows={2} label="Loading offers…" />
        </State>
      </Part>
      <Part name="Progress" files={['notices/ProgressBar.tsx', 'notices/UploadProgress.tsx', 'notices/ScaledNote.tsx']}>
        <State name="none, some, all">
          <Stack>
            <ProgressBar label="Limit of the day" text="0 of 500 USDT" value={0} max={500} />
            <ProgressBar label="Limit of the day" text="320 of 500 USDT" value={320} max={500} />
            <ProgressBar label="Limit of the day" text="500 of 500 USDT" value={500} max={500} />
          </Stack>
        </State>
        <State name="long">
          <ProgressBar label={FRENCH} text="123456789.123456 sur 999999999 USDT" value={1} max={8} />
        </State>
        <State name="upload: begun, sending, waiting, saving">
          <Stack>
            <UploadProgress share={0} />
            <UploadProgress share={0.42} />
            <UploadProgress share={0.42} isWaiting />
            <UploadProgress share={1} isWaiting />
            <UploadProgress share={1} />
          </Stack>
        </State>
        <State name="a picture that was scaled">
          <ScaledNote from={{ width: 1440, height: 20_000 }} to={{ width: 1099, height: 15_264 }} />
        </State>
      </Part>
      <Part name="Toast" files={['notices/Toast.tsx', 'notices/ToastRegion.tsx']} byHand="hover its cross, Tab">
        <State name="press to show; the last is long">
          <Row>
            <Button onClick={() => notify('The offer is saved.')}>Success</Button>
            <Button onClick={() => notify('The offer is deleted.', { label: 'Undo', onPress: noop })}>
              With an action
            </Button>
            <Button onClick={() => warn('The image was not sent. The connection was lost.')}>Failure</Button>
            <Button onClick={() => notify(`${FRENCH} ${UNBROKEN}`, { label: 'Rétablir', onPress: noop })}>Long</Button>
          </Row>
        </State>
      </Part>
    </>
  )
}
