import type { ReactNode } from 'react'
import type { PaymentMethod } from '#domain/payment.ts'

const INITIALS = 'fill-on-mark font-display stretch-head'

/** Our own drawings in the makers' colors, with initials: no copied logos. */
const MARKS: Readonly<Record<PaymentMethod, { tile: string; drawing: ReactNode }>> = {
  esewa: {
    tile: 'fill-esewa',
    drawing: (
      <text className={INITIALS} x="22" y="31" fontSize="26" textAnchor="middle">
        eS
      </text>
    ),
  },
  khalti: {
    tile: 'fill-khalti',
    drawing: (
      <text className={INITIALS} x="22" y="31" fontSize="26" textAnchor="middle">
        K
      </text>
    ),
  },
  stripe: {
    tile: 'fill-card',
    drawing: <path className="fill-on-mark" d="M8 14h28v4H8zm0 7h28v10H8zm4 5v2h8v-2z" fillRule="evenodd" />,
  },
  qr_payment: {
    tile: 'fill-qr',
    drawing: (
      <path
        className="fill-on-mark"
        d="M9 9h11v11H9zm3 3v5h5v-5zM24 9h11v11H24zm3 3v5h5v-5zM9 24h11v11H9zm3 3v5h5v-5zM24 24h4v4h-4zm7 0h4v4h-4zm-3 4h3v3h-3zm-4 3h4v4h-4zm7 0h4v4h-4z"
        fillRule="evenodd"
      />
    ),
  },
  bank_transfer: {
    tile: 'fill-pipal-fill',
    drawing: (
      <path className="fill-on-mark" d="M22 8l14 8v3H8v-3zM11 21h4v9h-4zm9 0h4v9h-4zm9 0h4v9h-4zM8 32h28v4H8z" />
    ),
  },
}

export const MethodMark = ({ method }: { method: PaymentMethod }) => (
  <svg className="size-11 flex-none rounded-1" viewBox="0 0 44 44" aria-hidden="true">
    <path className={MARKS[method].tile} d="M0 0h44v44H0z" />
    {MARKS[method].drawing}
  </svg>
)
