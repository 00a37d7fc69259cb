import { button, expect, expectAccessible, expectNoSidewaysScroll, heading, signIn, test } from '../visitor.ts'

const EXPECTED = { cash: 150_000, counter_qr: 0, card_terminal: 0 }
const PERSON = {
  ...{ staffId: 's1', name: 'Maya Rai', isOwn: true, version: 0, status: 'open', canApprove: false, opening: 100_000 },
  isFirst: true,
  ...{ expected: EXPECTED, count: null },
  movements: [
    {
      ...{ at: '2026-12-01T04:15:00.000Z', bookingId: 'BK-1', customerName: 'Nisha Karki', method: 'cash' },
      ...{ reference: null, amount: 50_000 },
    },
  ],
}

test('the desk counts and signs its till by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let person: object = PERSON
  await page.route('**/api/admin/cash-up*', (route) => {
    const request = route.request()
    if (request.method() === 'PUT') {
      const { counted, banked, reason, signedName } = request.postDataJSON()
      const count = { expected: EXPECTED, counted, banked, reason, signedName, approvedBy: null }
      person = { ...PERSON, version: 1, status: 'signed', count: { ...count, signedAt: '2026-12-01T14:15:00.000Z' } }
    }
    const day = { locationId: 'dhobighat-hub', locationName: 'Dhobighat Hub', date: '2026-12-01', people: [person] }
    return route.fulfill({ json: day })
  })
  await signIn(page, '/admin/cash-up?location=dhobighat-hub&date=2026-12-01')
  await expect(heading(page, 'Maya Rai')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await button(page, 'Sign cash-up').click()
  await expect(page.getByLabel('Counted cash (NPR)')).toBeFocused()
  await page.getByLabel('Counted cash (NPR)').fill('1,300')
  await expect(page.getByText('A manager must approve this difference.')).toBeVisible()
  await page.getByLabel('Counted cash (NPR)').fill('1,500')
  await page.getByLabel('Sign as').fill('Maya Rai')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed by Maya Rai')).toBeVisible()
  await expect(heading(page, 'Maya Rai')).toBeFocused()
  // A button that the fixed bar of phones half covers counts as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
})

test('a day without money at the desk says so', async ({ page }) => {
  await page.route('**/api/admin/cash-up*', (route) =>
    route.fulfill({
      json: { locationId: 'dhobighat-hub', locationName: 'Dhobighat Hub', date: '2026-12-01', people: [] },
    }),
  )
  await signIn(page, '/admin/cash-up?location=dhobighat-hub&date=2026-12-01')
  await expect(heading(page, 'No money at the desk.')).toBeVisible()
  await expectAccessible(page)
})
