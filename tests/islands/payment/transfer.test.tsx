import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { Payer, TRANSFER, waitForRequests } from '../../stores/payment/payer.ts'
import { SELLER } from '../../support/seller.ts'
import { findButton, getField, mount, textsOf } from '../booking/mount.ts'

const METHOD = {
  id: 'bank_transfer',
  name: 'Bank transfer',
  description: 'Confirmed when the transfer arrives',
  feeText: 'No fee',
  processingTime: '1–2 business days',
  popular: false,
} as const

beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))

async function open(payer: Payer) {
  const page = await payer.open()
  page.close()
  const { default: Payment } = await import('#islands/payment/Payment.tsx')
  await mount(
    <Payment methods={[METHOD]} seller={SELLER} visit={{ locations: [], whatsapp: '+977 1' }} returning={false} />,
  )
  await act(waitForRequests)
  return page
}
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''

test.each([
  [true, 'Confirm your email'],
  [false, 'Show the bank details'],
])('says before the transfer whether the email address is confirmed first: %s', async (needsEmail, label) => {
  await open(new Payer({ needsEmail }))
  await act(async () => getField(document.body, 'input[value=bank_transfer]').click())
  expect(findButton(document.body, label)).not.toBeNull()
  expect(text().includes('You confirm your email address first.')).toBe(needsEmail)
  expect(text().includes('Open the link that we send to asha@example.com')).toBe(needsEmail)
})

test('has no primary button besides the receipt while the transfer is expected', async () => {
  const page = await open(new Payer())
  const result = { status: 'received', method: 'bank_transfer', amount: paisa(1_140_000), paymentId: 'p-1' } as const
  await act(async () => {
    await import('#islands/payment/TransferReceipt.tsx')
    page.$screen.set({ state: 'success', result: { ...result, transfer: TRANSFER } })
    await vi.dynamicImportSettled()
  })
  expect(textsOf(document.body, '.button:not(.button-quiet)')).toEqual(['Choose the receipt'])
  expect(text()).toContain('Our staff then look for your payment')
  expect(text()).not.toContain('Verify Payment')
  expect(text()).toContain('Awaiting paymentBooking receivedTransfer NPR 11,400 by 6 Dec 2026, 13:00')
  expect(text()).toContain('It usually takes 1–2 business days.')
  expect(textsOf(document.body, '.copyable button').length).toBe(4)
})
