import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDefaultPolicy, addInlineHashes } from '#build/content-security-policy.ts'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const page = (policy: string): string =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"><style>p{color:red}</style></head>` +
  '<body><script type="module">\nrun()\n</script><script type="module" src="/a.js"></script></body>'

test('a policy names what stands in the page, to the letter, and nothing else', () => {
  const other = hash('elsewhere()')
  expect(addInlineHashes(page(`default-src 'none'; script-src 'self' ${other}; style-src 'self' ${other};`))).toBe(
    page(`default-src 'none'; script-src 'self' ${hash('\nrun()\n')}; style-src 'self' ${hash('p{color:red}')};`),
  )
})

test('a page without a policy stays as it is', () => {
  const html = `<style>p{}</style><p>${hash('p{}')}</p>`
  expect(addInlineHashes(html)).toBe(html)
})

test('a page that only leads elsewhere may do nothing', () => {
  const html = '<!doctype html><title>Redirecting</title><meta http-equiv="refresh" content="0;url=/here">'
  const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'">`
  expect(addDefaultPolicy(html)).toBe(html.replace('<title>', `${policy}<title>`))
  expect(addDefaultPolicy(addDefaultPolicy(html))).toBe(addDefaultPolicy(html))
})
