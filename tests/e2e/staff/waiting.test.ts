import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../visitor.ts'

/** Only the visitor's mailbox has the link that confirms an entry. */
const entry = (entryId: string, email: string, planId: string | null) => ({
  entryId,
  email,
  phone: planId ? '' : '+9779841234567',
  locationId: planId ? 'kausimaa' : 'jhamsikhel-loft',
  planId,
  day: null,
  offeredUntil: null,
  since: '2026-12-01T04:15:00.000Z',
})

test('managers see who waits, and remove an entry by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let items = [
    entry('a', 'nisha@example.com', null),
    entry('b', 'maya@example.com', null),
    entry('c', 'bikash@example.com', 'private-office'),
  ]
  await page.route('**/api/admin/waiting*', (route) =>
    route.fulfill({ json: { items, next: null, total: items.length } }),
  )
  await page.route('**/api/admin/waiting/b', (route) => {
    items = items.filter(({ entryId }) => entryId !== 'b')
    return route.fulfill({ json: {} })
  })
  await signIn(page, '/admin/waiting')
  await expect(page.getByRole('rowheader')).toHaveText([
    'Jhamsikhel Loft: any plan, any day',
    /1nisha@example.com/,
    /2maya@example.com/,
    'Kausimaa: Private Office, any day',
    /1bikash@example.com/,
  ])
  await page.getByText('How the waiting list works').click()
  await expect(page.getByText('for 12 hours, or for 2 hours from the day before.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await button(page, 'Remove: maya@example.com').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Remove maya@example.com from the list for Jhamsikhel Loft')
  await expectAccessible(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('rowheader')).toHaveCount(4)
})

test('the waiting list is empty at first', async ({ page }) => {
  await signIn(page, '/admin/waiting')
  await expect(page.getByRole('heading', { name: 'No one is waiting.' })).toBeVisible()
  await expectAccessible(page)
})
