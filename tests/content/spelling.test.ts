import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*'
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const LONG_MONTH = '(?:January|February|March|April|June|July|August|September|October|November|December|Sept)'

/** How texts write a term, other spellings, and the files whose text has one of these, with the reason. */
const TERMS: readonly { term: string; others: RegExp; except?: Readonly<Record<string, string>> }[] = [
  { term: 'Wi-Fi', others: /\b(?:WiFi|WIFI|Wi[ –]Fi|Wi-fi)\b/g },
  {
    term: 'Contact us',
    others: /\bContact Us\b/g,
    // Published in this form on this page.
    except: { 'src/pages/locations/index.astro': 'Contact Us' },
  },
  { term: 'Sat–Sun', others: new RegExp(`\\bWeekends\\b|\\b${DAY}(?:-| [–-] )${DAY}\\b`, 'g') },
  {
    term: '06:00',
    others: /\b\d{1,2}(?::\d\d)? ?(?:AM|PM|am|pm)\b|(?<![\d:+])\d:\d\d(?!\d)|\bformat12HourTime\(/g,
    // The published note of a day pass: "from 6:00 AM to 10:00 PM".
    except: { 'src/islands/booking/labels.ts': 'format12HourTime(' },
  },
  {
    term: '10 Dec 2026',
    others: new RegExp(
      [
        `\\b${MONTH} \\d{1,2}\\b`,
        `\\b\\d{1,2}(?:st|nd|rd|th)? ${LONG_MONTH}\\b`,
        '\\b\\d{1,2}/\\d{1,2}/\\d{2,4}\\b',
        '\\bdateStyle\\b',
      ].join('|'),
      'g',
    ),
    except: {
      // The same text with fewer bytes of script.
      'src/components/sections/WaitingLink.astro': 'dateStyle',
      // A visitor wrote this message.
      'src/server/commands/mails/samples.ts': '12 December',
    },
  },
  { term: 'email', others: /\be-mails?\b/gi },
  { term: 'coworking', others: /\bco-working\b/gi },
  {
    term: 'NPR',
    others: /\bN?Rs\.? ?\d/g,
    // The gateway's own message.
    except: { 'src/server/payments/gateways/sandbox/khalti.ts': 'Rs. 1' },
  },
]

/** Texts of pages, and of modules whose texts pages, emails and the assistant show. */
const files = globSync([
  'content/{*.json,blog/*.mdx}',
  'src/{components,islands,pages}/**/*.{astro,tsx,ts}',
  'src/{contract,domain,server,stores}/**/*.ts',
])
/** Modules that recognise other spellings, or define them. */
const READERS = /^src\/domain\/(?:assistant|receipt)\/|^src\/domain\/calendar\.ts$/

const removeComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

test.each(TERMS)('$term has one spelling', ({ others, except = {} }) => {
  const found = files
    .filter((file) => !READERS.test(file))
    .flatMap((file) =>
      Array.from(removeComments(readFileSync(file, 'utf8')).matchAll(others), ([text]) => `${file}: ${text}`),
    )
  const excepted = Object.entries(except).map(([file, text]) => `${file}: ${text}`)
  expect([...new Set(found)].toSorted()).toEqual(excepted.toSorted())
})
