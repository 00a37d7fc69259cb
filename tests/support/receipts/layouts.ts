import type { ReceiptText } from './text.ts'

export const LAYOUTS = ['esewa', 'khalti', 'connectips', 'fonepay', 'nabil', 'global', 'nic'] as const
export type Layout = (typeof LAYOUTS)[number]

/** One line with text at the left, at the right or in the middle. */
export type Line = {
  y: number
  left?: string
  right?: string
  middle?: string
  size?: number
  heavy?: boolean
  faint?: boolean
  onBand?: boolean
}

const STATUS_BAR: Line = { y: 62, left: '9:41', right: '4G 83%', size: 30, onBand: true }
const rows = (from: number, step: number, pairs: readonly (readonly [string, string])[]): Line[] =>
  pairs.map(([left, right], index) => ({ y: from + index * step, left, right }))

export const LAYOUT: Readonly<Record<Layout, (text: ReceiptText) => { lines: Line[]; band: number; height: number }>> =
  {
    esewa: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 200,
      height: 1_900,
      lines: [
        STATUS_BAR,
        { y: 150, left: 'eSewa', size: 48, heavy: true, onBand: true },
        { y: 320, middle: 'Payment Successful', size: 50, heavy: true },
        { y: 430, middle: `NPR ${amount}`, size: 78, heavy: true },
        ...rows(600, 110, [
          ['Reference Code', id],
          ['Date Time', `${date} ${time}`],
          ['Merchant Name', payee],
          ['Amount', `NPR ${rowAmount ?? amount}`],
          ['Service Charge', 'NPR 0.00'],
          ['Remarks', remarks],
          ['Status', 'COMPLETE'],
        ]),
        { y: 1_560, middle: 'Thank you for using eSewa', faint: true },
      ],
    }),
    khalti: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 170,
      height: 2_100,
      lines: [
        STATUS_BAR,
        { y: 140, middle: 'Khalti', size: 46, heavy: true, onBand: true },
        { y: 330, middle: 'Transaction Successful', size: 46, heavy: true },
        { y: 440, middle: `Rs. ${amount}`, size: 74, heavy: true },
        ...rows(620, 120, [
          ['Transaction ID', id],
          ['Transaction Date', date],
          ['Transaction Time', time],
          ['Paid To', payee],
          ['Purpose', 'Payment'],
          ['Remarks', remarks],
          ['Total Amount', `Rs. ${rowAmount ?? amount}`],
          ['Cashback', 'Rs. 0'],
        ]),
      ],
    }),
    connectips: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 180,
      height: 1_800,
      lines: [
        { y: 120, left: 'connectIPS', right: 'NCHL', size: 50, heavy: true, onBand: true },
        { y: 280, middle: 'Transfer Successful', size: 46, heavy: true },
        ...rows(420, 115, [
          ['Txn Id', id],
          ['Date', `${date} ${time}`],
          ['From', 'Ram Bahadur Thapa'],
          ['Debit Bank', 'Everest Bank Ltd.'],
          ['To Account Name', payee],
          ['Amount (NPR)', rowAmount ?? amount],
          ['Charge (NPR)', '4.00'],
          ['Remarks', remarks],
        ]),
        { y: 1_460, middle: `NPR ${amount} sent`, size: 46, heavy: true },
      ],
    }),
    fonepay: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 160,
      height: 1_950,
      lines: [
        STATUS_BAR,
        { y: 136, middle: 'fonepay QR Payment', size: 44, heavy: true, onBand: true },
        { y: 300, middle: 'Paid to', faint: true },
        { y: 370, middle: payee, size: 48, heavy: true },
        { y: 490, middle: `Rs ${amount}`, size: 80, heavy: true },
        { y: 570, middle: `${date}, ${time}`, faint: true },
        ...rows(740, 110, [
          ['Fonepay Trace Id', id],
          ['Payment Amount', `Rs ${rowAmount ?? amount}`],
          ['Remarks', remarks],
          ['Issuer', 'Siddhartha Bank'],
          ['Status', 'Success'],
        ]),
      ],
    }),
    nabil: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 190,
      height: 2_200,
      lines: [
        STATUS_BAR,
        { y: 150, left: 'Nabil Bank', size: 48, heavy: true, onBand: true },
        { y: 330, left: 'Transaction Receipt', size: 52, heavy: true },
        ...(
          [
            ['Reference Number', id],
            ['Transaction Date', `${date} ${time}`],
            ['From Account', '091##04118'],
            ['Beneficiary Name', payee],
            ['Beneficiary Account', '###4041'],
            ['Amount', `NPR ${rowAmount ?? amount}`],
            ['Remarks', remarks],
          ] as const
        ).flatMap(([label, value], index): Line[] => [
          { y: 450 + index * 190, left: label, size: 34, faint: true },
          { y: 510 + index * 190, left: value, size: 42 },
        ]),
        { y: 1_900, left: `Total debited NPR ${amount}`, size: 42, heavy: true },
      ],
    }),
    global: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 160,
      height: 1_700,
      lines: [
        { y: 110, left: 'Global IME Bank', right: 'Mobile Banking', size: 44, heavy: true, onBand: true },
        { y: 270, middle: 'Your request has been completed', size: 40 },
        ...rows(400, 105, [
          ['Amount', `NPR ${amount}`],
          ['Sent to', payee],
          ['Date', date],
          ['Time', time],
          ['Ref No', id],
          ['Remarks', remarks],
          ['Available Balance', 'NPR 1,23,456.78'],
          ['Debited', `NPR ${rowAmount ?? amount}`],
        ]),
      ],
    }),
    nic: ({ amount, rowAmount, date, time, id, payee, remarks }) => ({
      band: 220,
      height: 1_900,
      lines: [
        STATUS_BAR,
        { y: 150, left: 'NIC ASIA', right: 'MoBank', size: 46, heavy: true, onBand: true },
        { y: 350, left: `रु ${amount}`, size: 76 },
        { y: 430, left: `on ${date} at ${time}`, faint: true },
        ...rows(600, 115, [
          ['Transaction Code:', id],
          ['Merchant:', payee],
          ['Amount:', `NPR ${rowAmount ?? amount}`],
          ['Fee:', 'NPR 10.00'],
          ['Narration:', remarks],
          ['Channel:', 'NepalPay QR'],
        ]),
      ],
    }),
  }
