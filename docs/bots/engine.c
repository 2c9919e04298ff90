/* A bot for `casual:!./engine`: YBP, version 1, in C. It picks the legal answer that the seed names.
   cc -O2 -o engine engine.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 22];

/* Return what stands behind a key of the line, which Yardarm writes without spaces; NULL without that key. */
static const char *behind(const char *key)
{
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

/* Return the number of entries of a list of objects, given what stands behind its bracket. */
static unsigned long long entries(const char *at)
{
    unsigned long long count = 0;
    int depth = 0, quoted = 0;
    for (; *at && !(depth == 0 && !quoted && *at == ']'); at++) {
        if (*at == '\\' && quoted)
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted && (*at == '{' || *at == '['))
            count += depth++ == 0;
        else if (!quoted && (*at == '}' || *at == ']'))
            depth--;
    }
    return count;
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        const char *at = behind("\"id\":");
        int id = at ? atoi(at) : 0;
        if (behind("\"do\":\"hello\"")) {
            printf("{\"id\":%d,\"name\":\"engine-c\",\"version\":\"1\",\"wants\":[\"legal\"]}\n", id);
        } else if (behind("\"do\":\"new\"")) {
            printf("{\"id\":%d}\n", id);
        } else if (behind("\"do\":\"ask\"")) {
            const char *seed = behind("\"seed\":"), *legal = behind("\"legal\":[");
            unsigned long long count = legal ? entries(legal) : 0;
            printf("{\"id\":%d,\"pick\":%llu}\n", id, count && seed ? strtoull(seed, NULL, 10) % count : 0ULL);
        } else if (behind("\"do\":\"bye\"")) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
