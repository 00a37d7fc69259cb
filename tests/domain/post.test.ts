import { expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { compareByDate, countByCategory, countWords, estimateReadMinutes, groupPosts } from '#domain/post.ts'

type DatedPost = Parameters<typeof compareByDate>[0]
const post = (title: string, more: Partial<DatedPost> = {}): DatedPost => ({
  title,
  date: '2026-09-18' as IsoDate,
  category: 'Productivity',
  featured: false,
  ...more,
})
const titles = (posts: readonly DatedPost[]) => posts.map(({ title }) => title)

test.each([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [1_201, 7],
])('estimateReadMinutes(%d) returns %d', (words, minutes) => expect(estimateReadMinutes(words)).toBe(minutes))

test.each([
  ['', 0],
  [' \n ', 0],
  ['one', 1],
  ['Two  words\nand – a dash', 6],
])('countWords(%j) returns %d', (text, words) => expect(countWords(text)).toBe(words))

test('compareByDate sorts newest first, then by title', () => {
  const posts = [
    post('b'),
    post('older', { date: '2025-12-31' as IsoDate }),
    post('newer', { date: '2026-10-01' as IsoDate }),
    post('a'),
  ]
  expect(titles(posts.sort(compareByDate))).toEqual(['newer', 'a', 'b', 'older'])
})

test('groupPosts returns three featured, the twelve newest others, and the rest', () => {
  const posts = Array.from({ length: 18 }, (_, index) => post(`${index}`, { featured: [1, 3, 4, 6].includes(index) }))
  const { featured, latest, earlier } = groupPosts(posts)
  expect(titles(featured)).toEqual(['1', '3', '4'])
  expect(titles(latest)).toEqual(['0', '2', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14'])
  expect(titles(earlier)).toEqual(['15', '16', '17'])
  expect(groupPosts([])).toEqual({ featured: [], latest: [], earlier: [] })
})

test('countByCategory omits empty categories', () => {
  const posts = [post('1'), post('2', { category: 'Remote Work' }), post('3')]
  expect(countByCategory(posts)).toEqual([
    { category: 'Remote Work', count: 1 },
    { category: 'Productivity', count: 2 },
  ])
  expect(countByCategory([])).toEqual([])
})
