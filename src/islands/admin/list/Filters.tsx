import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { HydratedButton } from '../HydratedButton.tsx'
import './list.css'

interface Props {
  search?: ReactNode
  /** How many of the filters are set. */
  count: number
  children: ReactNode
}

/**
 * Filters of a list. On phones they collapse to one button with their count. Nothing is submitted: outside a dialog
 * `method="dialog"` leads nowhere, also if Enter is pressed before the script has loaded.
 */
export function Filters({ search, count, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search>
      <form className="admin-filter list-filter" method="dialog">
        {search}
        <HydratedButton
          className="button button-quiet button-small list-filter-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="icon" aria-hidden="true" />
          Filters{count > 0 && ` (${count})`}
        </HydratedButton>
        <div id={id} className={open ? 'list-filters list-filters-open' : 'list-filters'}>
          {children}
        </div>
      </form>
    </search>
  )
}
