import { getAssistantContent, getCatalogue } from '#server/catalogue.ts'

export const prerender = true

/**
 * What the panel answers from where nobody else can be asked: the words of the business and its prices as they were
 * built.
 */
export const GET = () => new Response(JSON.stringify({ ...getAssistantContent(), prices: getCatalogue().prices }))
