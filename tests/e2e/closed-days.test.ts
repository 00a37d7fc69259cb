import { formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import {
  bookAndPay,
  button,
  closeDays,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  heading,
  inDays,
  openDates,
  tabTo,
  test,
} from './visitor.ts'

const closed = (from: IsoDate, to = from, hours: { open: string; close: string } | null = null) => ({
  locationId: 'kausimaa',
  from,
  to,
  reason: hours ? 'Ghatasthapana' : 'Tihar',
  hours,
})

test('a day pass cannot start on a closed day, and the next open day is offered', async ({ page, browser }) => {
  await closeDays(
    browser,
    closed(inDays(120), inDays(121)),
    closed(inDays(122), inDays(122), { open: '11:00', close: '15:00' }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await openDates(page, `plan=day-pass&location=kausimaa&start=${inDays(120)}`)
  const reason = `Closed on ${formatDate(inDays(120))}: Tihar. Choose another day`
  await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(reason)
  await expect(page.locator(`[data-day="${inDays(120)}"] button`)).toBeDisabled()
  await expect(page.locator(`[data-day="${inDays(120)}"] button`)).toHaveAccessibleName(/, closed: Tihar, chosen date$/)
  await expect(page.getByText(`Closed: ${formatRange(inDays(120), inDays(121))} (Tihar)`)).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Choose ${formatDate(inDays(122))}`, exact: true }).click()
  await expect(heading(page, 'Which day would you like?')).toBeFocused()
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(inDays(122))
  await expect(page.getByText(`Open 11:00–15:00 on ${formatDate(inDays(122))} (Ghatasthapana).`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Continue to add-ons').click()
  await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
})

test('a longer booking is chosen by keyboard around closed days, which it names', async ({ page, browser }) => {
  await closeDays(browser, closed(inDays(130)), closed(inDays(140), inDays(142)))
  const type = (day: IsoDate) => page.keyboard.type(day.split('-').toReversed().join(''))
  await openDates(page, 'plan=professional&billing=weekly&location=kausimaa')
  await tabTo(page, /^Start date/)
  await type(inDays(130))
  await expect(page.getByText(`Closed on ${formatDate(inDays(130))}: Tihar`).first()).toBeVisible()
  await tabTo(page, /^Choose/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'When would you like to start?')).toBeFocused()
  await expect(page.getByLabel('Start date', { exact: true })).toHaveValue(inDays(131))
  await tabTo(page, /^End date/)
  await type(inDays(141))
  const days = `${formatRange(inDays(140), inDays(142))} (Tihar)`
  await expect(page.getByText('Closed on these days of your booking.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: days })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, /Continue to add-ons/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Would you like any add-ons?')).toBeFocused()
  await expect(page.getByRole('complementary').getByText(days)).toBeVisible()
})

test('a day pass on a day that was closed since is moved for free', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { link } = await bookAndPay(page, /^Pay NPR/, inDays(150))
  await closeDays(browser, closed(inDays(150)))
  await page.goto(link)
  await expect(heading(page, 'Choose another day')).toBeVisible()
  await expect(page.getByText(`We are closed on ${formatDate(inDays(150))} (Tihar).`)).toBeVisible()
  await expectNoSidewaysScroll(page, 320, 390, 820)
  await expectAccessible(page)
  await expect(button(page, 'Change details')).toBeVisible()
  await button(page, 'Move to another day').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Move this booking'])
  await expect(button(page, 'Change details')).toBeHidden()
  await page.getByLabel('New day').fill(inDays(150))
  await expect(page.getByText(`Closed on ${formatDate(inDays(150))}: Tihar. Choose another day`)).toBeVisible()
  await page.getByLabel('New day').fill(inDays(151))
  await button(page, 'Move my booking').click()
  await expect(heading(page, 'Your booking is confirmed')).toBeVisible()
  await expect(page.getByText('2, until')).toBeVisible()
})
