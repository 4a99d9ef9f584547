// filled by the first commits
