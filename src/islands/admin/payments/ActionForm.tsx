import { useStore } from '@nanostores/react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { $paymentAction, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { Form } from '../form/Form.tsx'

type Props = Pick<ComponentProps<typeof Form>, 'button' | 'isDanger' | 'send' | 'children'> & { title: string }

/** Focuses the first field on opening, and the first invalid one after a rejection. */
export function ActionForm({ title, send, children, ...props }: Props) {
  const { busy } = useStore($paymentAction)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = async () => {
    if (busy) return
    await send()
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <Form
      ref={form}
      className="grid inputs:min-h-11 w-full gap-3.5 border-ledge border-l-3 bg-paper-sunk p-4"
      rowClass="flex flex-wrap gap-2"
      busy={busy}
      send={submit}
      cancel={() => openPaymentForm(undefined)}
      title={title}
      {...props}
    >
      <p className="stretch-name font-strong text-body">{title}</p>
      {children}
    </Form>
  )
}
