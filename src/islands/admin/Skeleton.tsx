const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

/** Stone bars where rows will be. */
export const Skeleton = () => (
  <div className="skeleton admin-skeleton" role="status">
    <span className="visually-hidden">Loading</span>
    {ROWS.map((row) => (
      <i key={row} aria-hidden="true" />
    ))}
  </div>
)
