import { useStore } from '@nanostores/react'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ListStore } from '#stores/admin/list.ts'
import { HydratedButton } from '../HydratedButton.tsx'
import { SearchFilter } from './fields.tsx'

interface FiltersProps {
  /** What phones show too. */
  search?: ReactNode
  /** Active filters among the children. */
  count?: number
  /** On phones behind a button. */
  children?: ReactNode
}

/** `method="dialog"` submits nothing outside a dialog, even on Enter before hydration. */
export function Filters({ search, count = 0, children }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search>
      <form
        className="group/filters flex inputs:min-h-11 flex-wrap items-start gap-2.5 pt-4.5 pb-3 inputs:text-small max-sm:fields:grow max-sm:fields:basis-full print:hidden"
        method="dialog"
      >
        {search}
        {children && (
          <>
            <HydratedButton
              className="button button-quiet button-small max-sm:grow max-sm:basis-full sm:hidden"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <SlidersHorizontal className="icon" aria-hidden="true" />
              Filters{count > 0 && ` (${count})`}
            </HydratedButton>
            <div id={id} className={open ? 'contents' : 'contents max-sm:hidden'}>
              {children}
            </div>
          </>
        )}
      </form>
    </search>
  )
}

/** Returns the filter, and a function that binds a control to one of its fields. */
export function useListFilter<Row, Filter extends Record<string, string>, Summary>(
  list: ListStore<Row, Filter, Summary>,
  idPrefix: string,
) {
  const filter = useStore(list.$filter, { ssr: 'initial' })
  const field = (name: keyof Filter & string) => ({
    id: `${idPrefix}-${name}`,
    value: filter[name] as string,
    onChange: (value: string) => list.changeFilter({ [name]: value } as Partial<Filter>),
  })
  const search = (label: string, placeholder: string, widthClass?: string) => (
    <SearchFilter
      {...field('q')}
      label={label}
      placeholder={placeholder}
      widthClass={widthClass}
      onChange={list.search}
    />
  )
  return { filter, field, search, count: Object.keys(filter).filter((name) => name !== 'q' && filter[name]).length }
}
