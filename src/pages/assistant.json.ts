import { getAssistantContent, getCatalogue } from '#server/catalogue.ts'

export const prerender = true

/** Facts from which the chat panel answers without a server, with prices as built. */
export const GET = () => new Response(JSON.stringify({ ...getAssistantContent(), prices: getCatalogue().prices }))
