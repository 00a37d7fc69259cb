import type { AssistantFacts } from './facts.ts'

/**
 * Keywords in English, romanised Nepali and Devanagari, separated by commas. A keyword matches a word's start, with `=`
 * the whole word. The first matching topic wins, so narrower ones come first.
 */
const TOPIC_KEYWORDS = [
  [
    'holidays',
    'holiday, festival, dashain, dasain, dashai, tihar, chhath, losar, lhosar, =holi, =eid, christmas, new year',
    'diwali, deepawali, shivaratri, bida',
    'दशैं, दसैं, तिहार, छठ, होली, शिवरात्रि, नयाँ वर्ष, बिदा, चाडपर्व',
  ],
  [
    'changing',
    'reschedul, postpone, change or cancel, change my booking, change the booking, change booking, change a booking',
    'change my date, change the date, change my reservation, move my booking, move the booking, another date',
    'different date, booking sarna, miti sarna',
    'मिति सार्न, बुकिङ सार्न',
  ],
  [
    'own_booking',
    'find my booking, find my reservation, see my booking, my bookings, where is my booking, lost my booking',
    'booking link, booking reference, mero booking, mero buking',
    'मेरो बुकिङ',
  ],
  ['founder', 'founder, founded, =owner, who started, who owns, =ceo, malik, sansthapak', 'संस्थापक'],
  ['cancelling', 'cancel, refund, money back, money-back, guarantee, paisa firta, firta, radda', 'रद्द, फिर्ता'],
  [
    'payment',
    'esewa, khalti, how do i pay, how to pay, how can i pay, pay with, pay by, payment, credit card, debit card',
    '=card, =qr, fonepay, bank transfer, tirne, tirna, bhuktani',
    'भुक्तानी, तिर्न, इसेवा, ईसेवा, खल्ती',
  ],
  ['pricing', 'how much, per hour, an hour, guest pass, virtual office, mail handling, rupaiya', 'रुपैयाँ'],
  [
    'rooms',
    'meeting room, meeting-room, conference room, conference hall, board room, boardroom, phone booth, =booth, =booths',
    'a room for, is there a room, any room, have a room, have rooms, which rooms, book a room, reserve a room, big room',
    'larger room, meeting kotha, baithak kotha',
    'मिटिङ कोठा, मिटिङ रुम, बैठक कोठा',
  ],
  [
    'waiting_list',
    'waiting list, waitlist, wait list, wait for a, tell me when, notify me, let me know when',
    'pratiksha',
  ],
  [
    'teams',
    'my team, our team, a team, team of, group of, my group, our group, colleagues, several seats, several desks',
    'more than one person, how many people can',
  ],
  ['guests', 'a guest, guests, my guest, bring a friend, bring someone, visitors', 'पाहुना'],
  [
    'hours',
    'hour, open, close, timing, what time, weekend, saturday, sunday, late, early, morning, night, kati baje',
    'kati bajey, khul, banda, samaya, shanibar, aaitabar',
    'कति बजे, खुल, बन्द, समय, शनिबार, आइतबार',
  ],
  [
    'free_seats',
    'available today, seats left, seat left, free seat, free desk, space today, is there space, full today',
    'any seats, any desks, availability, available now, how many seats, how many desks, are there seats, are there desks',
    'a seat free, a desk free, seats free, desks free, seats are free, desks are free, space for, space on',
    'how full, are you full, how busy, is it busy, khali, thau cha, thaun cha',
    'खाली, ठाउँ छ',
  ],
  [
    'pricing',
    'price, pricing, cost, how much, fee, rate, cheap, expensive, discount, member, plan, day pass, daypass',
    'hot desk, dedicated desk, private office, explorer, professional, enterprise, npr, rupee, monthly, annual',
    'yearly, per month, kati ho, kati parcha, kati lag, kati parchha, mulya, paisa, shulka, sadasya',
    'मूल्य, कति, पर्छ, शुल्क, सदस्य, पैसा',
  ],
  ['booking', 'book, tour, visit, reserve, reservation, trial, sign up, join, bukin, herna, aauna', 'बुक, भ्रमण, हेर्न'],
  [
    'amenities',
    'amenit, facilit, wifi, wi-fi, internet, coffee, =tea, 24/7, parking, print, scan, security',
    'lounge, terrace, event, kitchen, power, suvidha, subidha, chiya, kafi',
    'सुविधा, इन्टरनेट, चिया, कफी, पार्किङ, पार्किंग',
  ],
  [
    'contact',
    'contact, phone, call, email, e-mail, whatsapp, speak, talk to, human, person, number, samparka, kura garna',
    'सम्पर्क, फोन, नम्बर',
  ],
  [
    'locations',
    'location, where, address, hub, branch, patan, near, place, map, kaha, kata, kahan, thegana, thau',
    'कहाँ, ठेगाना, काठमाडौं, ललितपुर, स्थान',
  ],
  ['about', 'about, mission, who are you, story, company, ko ho, barema', 'को हो, बारेमा, उद्देश्य'],
  ['greeting', '=hi, =hello, =hey, namaste, namaskar, thank, dhanyabad', 'नमस्ते, नमस्कार, धन्यवाद'],
] as const
export type Topic = (typeof TOPIC_KEYWORDS)[number][0]

const LETTER = /[\p{L}\p{M}\p{N}]/u

export function detectTopic(question: string, { brand, locations }: TopicFacts): Topic | undefined {
  const businessKeywords: Readonly<Partial<Record<Topic, readonly string[]>>> = {
    locations: locations.flatMap(({ knownAs, address }) => [...knownAs, ...address.split(', ')]),
    about: [brand.name, brand.nativeName],
  }
  const text = question.normalize('NFC').toLowerCase()
  const isNamed = (word: string) => containsKeyword(text, word.toLowerCase())
  return TOPIC_KEYWORDS.find(([topic, ...words]) =>
    [...words.flatMap((list) => list.split(', ')), ...(businessKeywords[topic] ?? [])].some(isNamed),
  )?.[0]
}
type TopicFacts = Pick<AssistantFacts, 'brand' | 'locations'>

function containsKeyword(text: string, word: string): boolean {
  const isWholeWord = word.startsWith('=')
  const keyword = isWholeWord ? word.slice(1) : word
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + keyword.length)
    if (!LETTER.test(before) && !(isWholeWord && LETTER.test(after))) return true
  }
  return false
}
