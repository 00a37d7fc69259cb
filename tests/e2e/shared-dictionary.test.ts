import { expect, test } from './visitor.ts'

test('the third content page of a visit is sent in terms of the dictionary that the second one names', async ({
  page,
}) => {
  const loadDictionary = () => page.waitForResponse((response) => /dictionary\.\w+\.txt$/.test(response.url()))
  const open = async (name: string, path: string) => {
    const response = page.waitForResponse((response) => response.url().endsWith(path))
    await page.getByRole('navigation').getByRole('link', { name }).first().click()
    return (await response).headers()['content-encoding']
  }
  await page.goto('/about')
  const dictionary = loadDictionary()
  expect(await open('Pricing', '/pricing')).toBe('br')
  await (await dictionary).finished()
  // The browser stores it after it has arrived.
  await expect
    .poll(async () => {
      await page.goto('/about')
      return open('Membership', '/membership')
    })
    .toBe('dcb')
})
