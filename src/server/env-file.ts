/** Loads `.env` without overriding set variables. `--env-file-if-exists` prints a line when the file is missing. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

if (existsSync('.env')) loadEnvFile()
