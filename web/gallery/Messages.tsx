import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { ProgressBar } from '../ui/notices/ProgressBar.tsx'
import { Skeleton, SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { UploadProgress } from '../ui/notices/UploadProgress.tsx'
import { Part, Row, State } from './Part.tsx'

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
      </Part>
      <Part name="Empty state" files={['notices/EmptyState.tsx']}>
        <State name="title only">
          <EmptyState title="No emails yet" />
        </State>
        <State name="with a text and an action">
          <EmptyState title="No trades yet" action={<Button variant="accent">Browse offers</Button>}>
            Your trades appear here from the moment you open one.
          </EmptyState>
        </State>
      </Part>
      <Part name="Skeleton" files={['notices/Skeleton.tsx']}>
        <State name="lines">
          <div className="grid gap-2">
            <Skeleton />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </State>
        <State name="rows" isWide>
          <SkeletonRows rows={2} label="Loading offers…" />
        </State>
      </Part>
      <Part name="Progress" files={['notices/ProgressBar.tsx', 'notices/UploadProgress.tsx']}>
        <State name="none, some, all">
          <div className="grid gap-4">
            <ProgressBar label="Limit of the day" text="0 of 500 USDT" value={0} max={500} />
            <ProgressBar label="Limit of the day" text="320 of 500 USDT" value={320} max={500} />
            <ProgressBar label="Limit of the day" text="500 of 500 USDT" value={500} max={500} />
          </div>
        </State>
        <State name="upload, sending and saving">
          <div className="grid gap-4">
            <UploadProgress share={0.42} />
            <UploadProgress share={1} />
          </div>
        </State>
      </Part>
      <Part name="Toast" files={['notices/Toast.tsx', 'notices/ToastRegion.tsx']}>
        <State name="press to show">
          <Row>
            <Button onClick={() => notify('The offer is saved.')}>Success</Button>
            <Button onClick={() => notify('The offer is deleted.', { label: 'Undo', onPress: noop })}>
              With an action
            </Button>
            <Button onClick={() => warn('The image was not sent. The connection was lost.')}>Failure</Button>
          </Row>
        </State>
      </Part>
    </>
  )
}
