import { Buyers, inDays } from '../../support/buyer.ts'
import { button, expect, expectAccessible, expectNoSidewaysScroll, signIn, someName, test } from '../visitor.ts'

test('the dashboard shows a day’s people, and the palette finds them by the keyboard', { tag: '@long' }, async ({
  page,
  baseURL,
}) => {
  const day = inDays(3)
  const lastName = someName()
  const buyers = new Buyers(baseURL ?? '', 4)
  await buyers.place(
    Buyers.choices({
      locationId: 'kausimaa',
      startDate: day,
      contactInfo: { firstName: 'Rohan', lastName, email: 'rohan@example.com', phone: '9841234567' },
    }),
  )
  buyers.leave()
  const palettes: string[] = []
  page.on('request', (request) => void (/Palette/.test(request.url()) && palettes.push(request.url())))
  await signIn(page)
  const grid = page.getByRole('grid', { name: 'Next 60 days' })
  const today = grid.getByRole('button', { name: /Dhobighat Hub/ }).first()
  await today.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const people = page.getByRole('table', { name: 'Who is in' })
  await expect(people.getByRole('link', { name: `Rohan ${lastName}` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=kausimaa%2F${day}`))
  // They open below the fold.
  await expect(page.getByRole('region', { name: /Kausimaa$/ })).toBeInViewport({ ratio: 1 })
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('button', { name: /of \d+ seats, Kausimaa/ }).first()).not.toHaveCSS(
    'background-image',
    'none',
  )
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('radio', { name: '12 months' }).check()
  await expect(page.getByRole('heading', { name: 'Bookings per month' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  // The narrowest window that has the sidebar.
  await page.setViewportSize({ width: 961, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  expect(palettes).toEqual([])
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search bookings and members' })
  await field.fill(lastName)
  await expect(page.getByRole('option', { name: `Rohan ${lastName}` })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await button(page, 'Search').first().click()
  await field.fill('booki')
  await expect(page.getByRole('option', { name: 'Bookings', exact: true })).toBeVisible()
  await field.fill(lastName)
  await expect(page.getByRole('option', { name: `Rohan ${lastName}` })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/admin\/bookings\?.*BK-/)
  await expect(page.getByText(`Rohan ${lastName}`).first()).toBeVisible()
})
