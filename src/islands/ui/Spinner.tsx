interface Props {
  className?: string
}

/** Dotted without motion, where a still arc would look like a broken ring. */
export const Spinner = ({ className = 'size-7' }: Props) => (
  <span
    className={`inline-block flex-none animate-turn rounded-full border-3 border-line-2 border-t-brick-fill motion-reduce:border-brick-fill motion-reduce:border-dotted ${className}`}
    aria-hidden="true"
  />
)
