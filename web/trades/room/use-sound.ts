import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { useMessages } from '../../chat/messages.ts'
import { sound } from '../../layout/preferences/sound.ts'
import { allowTone, playTone, playToneOnce } from './tone.ts'

type Sound = {
  isOn: boolean
  /** The browser plays no sound before the page is pressed. */
  isBlocked: boolean
  toggle: () => void
}

/** Plays a tone when it becomes the reader's turn and when a message comes in, where the reader has switched it on. */
export function useSound(trade: Trade, isMyTurn: boolean): Sound {
  const isOn = sound.use() === 'on'
  const [isBlocked, setIsBlocked] = useState(false)
  const play = (event: string) => {
    if (isOn) void playToneOnce(`${trade.id} ${event}`).then((isPlayed) => setIsBlocked(!isPlayed))
  }
  useWhenMore(isMyTurn ? 1 : 0, () => play(`turn ${trade.version}`))
  useWhenMore(useNewestOfOthers(trade), (seq) => play(`message ${seq}`))

  // A press allows the tones of this page.
  useEffect(() => {
    if (!isOn) return
    const check = () => void allowTone().then((isAllowed) => setIsBlocked(!isAllowed))
    check()
    window.addEventListener('pointerup', check)
    window.addEventListener('keyup', check)
    return () => {
      window.removeEventListener('pointerup', check)
      window.removeEventListener('keyup', check)
    }
  }, [isOn])

  function toggle() {
    sound.write(isOn ? 'off' : 'on')
    // The reader hears what was switched on.
    if (!isOn) void playTone().then((isPlayed) => setIsBlocked(!isPlayed))
  }

  return { isOn, isBlocked: isOn && isBlocked, toggle }
}

/** The number of the newest message of another person; undefined while the chat loads. */
function useNewestOfOthers({ id, role }: Trade): number | undefined {
  const { data } = useMessages(id)
  return data && (data.findLast(({ kind, sender }) => kind !== 'system' && sender !== role)?.seq ?? 0)
}

/** Calls back when the number grows, not when it becomes known. */
function useWhenMore(value: number | undefined, onMore: (value: number) => void): void {
  const former = useRef(value)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (former.current !== undefined && value !== undefined && value > former.current) more(value)
    former.current = value
  }, [value])
}
