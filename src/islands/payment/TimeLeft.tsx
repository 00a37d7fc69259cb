/** Minutes and seconds, for the eye: whoever listens is told at few moments. */
export function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <b className="num" role="timer" aria-live="off">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </b>
  )
}
