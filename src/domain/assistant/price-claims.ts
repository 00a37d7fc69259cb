/** Currencies other than ours. `₨` reads as `Rs` after normalisation. */
const FOREIGN_SYMBOL = String.raw`\p{Sc}`
const FOREIGN_CODE =
  'USD|EUR|GBP|INR|AUD|CAD|NZD|SGD|HKD|JPY|CNY|RMB|AED|SAR|QAR|KWD|MYR|THB|KRW|CHF|BDT|PKR|LKR|BTC|USDT'
const FOREIGN_NAME =
  'dollars?|bucks?|cents?|euros?|pounds?|sterling|quid|yen|yuan|renminbi|dirhams?|riyals?|ringgit|francs?|taka|bitcoins?|fivers?|tenners?|indian rupees?|indian rs'
const FOREIGN_MONEY = new RegExp(
  String.raw`${FOREIGN_SYMBOL}\s*\d[\d,.]*|\d[\d,.]*\s*${FOREIGN_SYMBOL}|\b(?:${FOREIGN_CODE})\b|\b(?:${FOREIGN_NAME})\b|डलर|यूरो|भारु`,
  'giu',
)
const SHORT_THOUSANDS = /\d[\d.]*\s?(?:k|lakhs?|crore|thousand|hundred|हजार|लाख)(?![\p{L}])/giu

/** The facts contain digits only, so amounts in words cannot be compared with them. */
const ONES = 'one|two|three|four|five|six|seven|eight|nine'
const TENS =
  'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const WORD = `(?:${TENS}|${ONES})`
const LARGE_WORDS =
  /\b(?:hundreds?|thousands?|lakhs?|crores?|grand|saya|hajar|hazaar?)\b|\b[a-z]+\s+(?:rupees?|rupaiya|rupaiyan|paisa)\b|हजार|सय(?=\s|$)|लाख/gi
/** `seven-fifty`, `nine five hundred`; `twenty-four` hours stays a count. */
const JOINED_WORDS = new RegExp(String.raw`\b(?:${WORD}[ -](?:${TENS})|${WORD}[ -](?:${ONES})[ -]${WORD})\b`, 'gi')
const PER = String.raw`(?:an?|per|each|every|the)\s+(?:day|week|month|year|hour|night|seat|desk|person|guest|page|head)\b|\/\s?(?:day|week|mo|month|year|yr|hour|h)\b|(?:daily|weekly|monthly|yearly|annually|nightly|apiece)\b`
const WORD_PER_PERIOD = new RegExp(String.raw`\b${WORD}\s+(?:only\s+)?(?:${PER})`, 'gi')
const COST = String.raw`\b(?:costs?|costing|priced|pay(?:ing|s)?|charged?|fee|rate|price|just|only|for|at|is|are)\b`
const WORD_AFTER_COST = new RegExp(
  String.raw`${COST}\s+(?:is\s+|at\s+|just\s+|only\s+|about\s+|around\s+)*(?:${TENS})(?:[ -](?:${ONES}))?(?=\s*(?:[.!?,;:)]|$))`,
  'gi',
)

const PERCENT_WORDS = new RegExp(String.raw`\b${WORD}(?:[ -](?:${ONES}))? per ?cent\b`, 'gi')
const SAVED_PART = /\bsav(?:es?|ing)\s+(?:up to\s+)?(?:an?\s+|one\s+|two\s+)?(?:half|quarter|thirds?)\b/gi
const PRICE_PART =
  /\b(?:half|halves|halved|quarter|third|double|triple|twice)\b(?:[ -](?:of\s+)?(?:the\s+)?(?:usual\s+|normal\s+|regular\s+)?(?:price|cost|rate|fee|amount|off|as much|that))|\b(?:price|cost|rate|fee)s?\s+(?:(?:is|are|was|were|has|have|been|gets?|will|be|cut)\s+)*(?:in\s+)?(?:half|halved|doubled?)\b|\bhalf[ -](?:price|off|cost|rate)|\b(?:two|three|2|3) for (?:one|1|two|2)\b|\bbuy one\b|\bget one\b|\b(?:students?|groups?|teams?|early[ -]bird|referral|festival|dashain|tihar|launch|holiday|friends?|staff|special|flash|limited)\s+(?:discounts?|offers?|deals?|prices?|rates?|sales?)\b|\b(?:promo|coupon|discount|voucher) codes?\b|\bcashback\b|\bon sale\b|\bhalf is\b|\b1\/[234]\b|\d⁄\d|आधा/giu

const FREE =
  /\b(?:free of (?:charge|cost)|for free|free|gratis|complimentary|on the house|at no (?:extra |additional )?(?:cost|charge)|no charge|without (?:charge|paying|payment)|costs? (?:you )?nothing|zero (?:rupees?|cost)|won't cost (?:you )?(?:a thing|anything)|nothing to pay|needn't pay|don't (?:have to |need to )?pay|do not (?:have to |need to )?pay|waived?)\b|निःशुल्क|नि:शुल्क|सित्तैमा|sittai(?:ma)?|nishulka/giu
const FEELESS =
  /\bwithout (?:any |an? )?(?:extra |additional )?(?:charge|fee|cost)s?\b|\bzero (?:fees?|charges?)\b|\bnothing is charged\b|\bno (?:extra |additional )?(?:fees?|charges?) (?:for|on) (?:the |a )?(?:meeting|guest|room|desk|seat|plan|day|mail|virtual|print)/gi
/** Tours and visits are free and therefore excluded. */
const FREE_USE = /\bfree (?:trial|days?|weeks?|months?|pass(?:es)?)\b/i

/** `free` that is not about money. */
const UNPAID_IDIOM =
  /\bfeel free\b|\b(?:hands|hassle|stress|worry|distraction|interruption|smoke|toll|sugar)[- ]free\b|\b(?:you(?:'re| are)?|anyone is|members are) free to\b/giu
const VACANT = /\b(?:seats?|places?|spots?|spaces?|desks?)\b/i
const MONEY_MEANT =
  /\bcharge|\bcost|\bfor free\b|\bfor (?:students?|everyone|members?|all|teams?|women|you)\b|gratis|price/i

/** Returns claims about money that the facts can never support. */
export function findUnsupportedMoney(clause: string): string[] {
  return [
    FOREIGN_MONEY,
    SHORT_THOUSANDS,
    LARGE_WORDS,
    JOINED_WORDS,
    WORD_PER_PERIOD,
    WORD_AFTER_COST,
    PERCENT_WORDS,
    SAVED_PART,
    PRICE_PART,
  ]
    .flatMap((pattern) => [...clause.matchAll(pattern)])
    .map(([found]) => found)
}

/** Returns what a clause calls free of charge, except vacant seats and `freeThings` such as tours. */
export function findFreeClaims(clause: string, namesPlan: boolean, freeThings: RegExp): string[] {
  const text = clause.replace(UNPAID_IDIOM, '')
  if (!namesPlan && freeThings.test(text) && !FREE_USE.test(text)) return []
  if (VACANT.test(text) && !namesPlan && !MONEY_MEANT.test(text)) return []
  return [...text.matchAll(FREE), ...text.matchAll(FEELESS)].map(([found]) => found)
}

/** Whether a number without a unit must be a price. */
export function isPriceContext(clause: string): boolean {
  return PRICE_CUE.test(clause) && !COUNT_CUE.test(clause)
}
const PRICE_CUE =
  /\b(?:costs?|costing|prices?|priced|pay|paying|fees?|charged?|charges|rates?|rupees?|just|only|under|day[ -]?pass(?:es)?|hot[ -]?desks?|dedicated[ -]?desks?|private[ -]offices?|explorer|professional|enterprise|guest|virtual|mail handling|monthly|weekly|daily|annual(?:ly)?|yearly|per (?:day|week|month|year|hour)|an? (?:day|week|month|year|hour))\b/i
export const COUNT_CUE = /\brated\b|\brating\b|\bstars?\b|\bcapacity\b|\bsince\b|\bfounded\b|\bsteps?\b/i
export const PERIOD_FOLLOWS =
  /^(?:an?|per|each|every|the|for|daily|weekly|monthly|yearly|annually|annual|only|flat|instead|at|in|with|today|now)$/i
