import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { StaticButton } from '../StaticButton.tsx'
import './list.css'

interface Props {
  search?: ReactNode
  /** How many of the filters are set. */
  count: number
  children: ReactNode
}

/**
 * What a list is narrowed by. On phones the filters collapse to one button with their count (look.md "Phone admin").
 * Nothing is sent: outside a dialog `method="dialog"` leads nowhere, also where Enter is pressed before the script is there.
 */
export function Filters({ search, count, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search>
      <form className="admin-filter list-filter" method="dialog">
        {search}
        <StaticButton
          className="button button-quiet button-small list-filter-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="icon" aria-hidden="true" />
          Filters{count > 0 && ` (${count})`}
        </StaticButton>
        <div id={id} className={open ? 'list-filters list-filters-open' : 'list-filters'}>
          {children}
        </div>
      </form>
    </search>
  )
}
